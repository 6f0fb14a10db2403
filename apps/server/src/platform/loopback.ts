import type { FastifyRequest } from 'fastify'
import { NotFound } from './errors.ts'

/** Not through a tunnel, a proxy or a name that somebody points at this machine. */
export async function fromThisMachine({ headers, hostname }: FastifyRequest) {
  const passedOn = 'forwarded' in headers || 'x-forwarded-for' in headers || 'x-forwarded-host' in headers
  if (passedOn || !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) throw new NotFound()
}
