import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { settlesWithin } from '../process/settles-within.ts'

/** A load balancer needs an answer soon, to send requests elsewhere. */
const CHECK_TIMEOUT_MS = 2_000

/** `/healthz`: the process runs. `/readyz`: its database and storage answer too. */
export async function healthRoutes(app: FastifyInstance) {
  const { ctx } = app

  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const [database, storage] = await Promise.all([
      settlesWithin(CHECK_TIMEOUT_MS, sql`select 1`.execute(ctx.db)),
      settlesWithin(CHECK_TIMEOUT_MS, ctx.storage.check()),
    ])
    const ready = database && storage
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      database: database ? 'ok' : 'not answering',
      storage: storage ? 'ok' : 'not answering',
    })
  })
}
