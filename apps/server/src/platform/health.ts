import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

/** `/healthz`: the process lives. `/readyz`: what it needs answers too. */
export async function healthRoutes(app: FastifyInstance) {
  const { ctx } = app

  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    try {
      await sql`select 1`.execute(ctx.db)
      return { status: 'ready', database: 'ok' }
    } catch {
      return reply.code(503).send({ status: 'not ready', database: 'not answering' })
    }
  })
}
