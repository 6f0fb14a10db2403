import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { NotFound } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers what people have uploaded, and so on the origin that is for that alone, where there is one. */
    servesFiles?: true
  }
}

/** No origin has both the app and what people upload: each half is not there where the other is. */
export function separateFilesHost(app: FastifyInstance, { filesUrl, publicUrl }: Config) {
  if (!filesUrl || filesUrl === publicUrl) return
  const { host } = new URL(filesUrl)
  app.addHook('onRequest', async ({ host: requestHost, routeOptions }) => {
    if ((requestHost === host) !== Boolean(routeOptions.config?.servesFiles)) throw new NotFound()
  })
}
