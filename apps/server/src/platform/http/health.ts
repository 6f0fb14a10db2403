import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { settlesWithin } from '../process/settles-within.ts'

/** Whoever asks has other servers to send people to. */
const PATIENCE = 2_000

/** `/healthz`: the process lives. `/readyz`: what it needs answers too. */
export async function healthRoutes(app: FastifyInstance) {
  const { ctx } = app

  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const [database, storage] = await Promise.all([
      settlesWithin(PATIENCE, sql`select 1`.execute(ctx.db)),
      settlesWithin(PATIENCE, ctx.storage.check()),
    ])
    const ready = database && storage
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      database: database ? 'ok' : 'not answering',
      storage: storage ? 'ok' : 'not answering',
    })
  })
}
