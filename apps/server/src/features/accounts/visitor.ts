import type { FastifyRequest } from 'fastify'

/** Where a request comes from. */
export interface Visitor {
  address: string
  userAgent?: string | undefined
  /** The random id that the browser keeps; absent for other programs. */
  deviceId?: string | undefined
}

export function visitor({ ip, headers }: FastifyRequest): Visitor {
  return { address: ip, userAgent: headers['user-agent'] }
}
