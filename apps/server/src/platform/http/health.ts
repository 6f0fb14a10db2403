import { VERSION } from '@portico/contract'
import type { FastifyInstance } from 'fastify'
import { checkParts } from './check-parts.ts'

/**
 * `/healthz`: the process runs. `/readyz`: its database answers too. The other parts are named when they fail, and leave it
 * ready, because most of Portico works without them.
 */
export async function healthRoutes(app: FastifyInstance) {
  const { ctx } = app

  app.get('/healthz', async () => ({ status: 'ok', version: VERSION }))

  app.get('/readyz', async (_request, reply) => {
    const { database, storage, mail, redis } = await checkParts(ctx)
    return reply.code(database ? 200 : 503).send({
      status: database ? 'ready' : 'not ready',
      database: database ? 'ok' : 'not answering',
      storage: storage ? 'ok' : 'failing',
      mail: mail ? 'ok' : 'failing',
      ...(redis !== undefined && { redis: redis ? 'ok' : 'failing' }),
    })
  })
}
