import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { NotFound } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is served on FILES_URL, and only there, where that is another origin. */
    servesFiles?: true
  }
}

/** The app and uploaded files never share an origin: each host answers 404 for the other's routes. */
export function separateFilesHost(app: FastifyInstance, { filesUrl, publicUrl }: Config) {
  if (!filesUrl || filesUrl === publicUrl) return
  const { host } = new URL(filesUrl)
  app.addHook('onRequest', async ({ host: requestHost, routeOptions }) => {
    if ((requestHost === host) !== Boolean(routeOptions.config?.servesFiles)) throw new NotFound()
  })
}
