import type { FastifyRequest } from 'fastify'
import { NotFound } from './errors.ts'
import { isLoopbackHost } from './loopback-host.ts'

/**
 * Refuses requests through a tunnel, a proxy or a foreign host name. A default nginx adds no header and sends 127.0.0.1 as
 * host; before 1.29.7 it uses HTTP/1.0, which no browser does. A newer nginx looks like a browser here, so behind it only
 * NODE_ENV and PUBLIC_URL (config.ts) protect these pages.
 */
export async function requireLoopback({ headers, hostname, raw }: FastifyRequest) {
  const isProxied = PROXY_HEADERS.some((name) => name in headers) || raw.httpVersion === '1.0'
  if (isProxied || !isLoopbackHost(hostname)) throw new NotFound()
}

const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]
