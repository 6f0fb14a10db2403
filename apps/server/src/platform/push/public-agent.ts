import { type LookupAddress, lookup } from 'node:dns'
import { Agent } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Connects to public addresses only, whatever a name resolves to. `resolve` is another one in tests. */
export function createPublicAgent(resolve: typeof lookup = lookup) {
  return new Agent({ keepAlive: true, maxSockets: 8, maxFreeSockets: 2, lookup: lookupPublic(resolve) })
}

function lookupPublic(resolve: typeof lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first, ...others] = error ? [] : addresses.filter(isPublic)
      if (!first) return callback(error ?? new NotPublic(), '', 0)
      if (options.all) callback(null, [first, ...others])
      else callback(null, first.address, first.family)
    })
  }
}

class NotPublic extends Error {
  code = 'ADDRESS_NOT_PUBLIC'
}

function isPublic({ address }: LookupAddress) {
  return ipaddr.process(address).range() === 'unicast'
}
