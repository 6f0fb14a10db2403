import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

/** Whoever asks has other servers to send people to. */
const PATIENCE = 2_000

/** `/healthz`: the process lives. `/readyz`: what it needs answers too. */
export async function healthRoutes(app: FastifyInstance) {
  const { ctx } = app

  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    try {
      const answer = await Promise.race([sql`select 1`.execute(ctx.db), wait(PATIENCE, null, { ref: false })])
      if (!answer) throw new Error('The database does not answer')
      return { status: 'ready', database: 'ok' }
    } catch {
      return reply.code(503).send({ status: 'not ready', database: 'not answering' })
    }
  })
}
