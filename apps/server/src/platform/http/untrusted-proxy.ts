import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'

/** Networks in which a proxy usually is. Whoever sends the header from elsewhere is a stranger. */
const NEARBY = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']

/**
 * Warns once of a proxy that TRUSTED_PROXY does not name: all people behind it have one address, so the wrong passwords of
 * one count for everybody.
 */
export function warnOfUntrustedProxy(app: FastifyInstance, { trustedProxy }: Config, log: Logger) {
  let warned = false

  app.addHook('onRequest', ({ raw, headers, ips }, _reply, done) => {
    const peer = raw.socket.remoteAddress
    // A trusted proxy adds the addresses before its own.
    if (!warned && headers['x-forwarded-for'] !== undefined && ips?.length === 1 && peer && isNearby(peer)) {
      warned = true
      const { address } = describe(peer)
      log.warn(
        `requests arrive through a proxy at ${address} that is not trusted, so everybody behind it shares one limit of wrong passwords: if it is yours, set TRUSTED_PROXY=${[...trustedProxy, address].join(',')}`,
      )
    }
    done()
  })
}

function isNearby(peer: string) {
  return NEARBY.includes(describe(peer).range)
}

function describe(peer: string) {
  // Also for an IPv4 address in the notation of IPv6.
  const parsed = ipaddr.process(peer)
  return { address: parsed.toString(), range: parsed.range() as string }
}
