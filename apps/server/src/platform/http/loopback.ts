import type { FastifyRequest } from 'fastify'
import { NotFound } from './errors.ts'
import { isLoopbackHost } from './loopback-host.ts'

/**
 * Refuses requests through a tunnel, a proxy or a foreign host name. A default nginx adds no header and sends 127.0.0.1 as
 * host, but it never passes `Connection: keep-alive` on, which every browser sends over HTTP/1.1.
 */
export async function requireLoopback({ headers, hostname, raw }: FastifyRequest) {
  const isFromBrowser = raw.httpVersion === '1.1' && /\bkeep-alive\b/i.test(headers.connection ?? '')
  const isProxied = !isFromBrowser || PROXY_HEADERS.some((name) => name in headers)
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
