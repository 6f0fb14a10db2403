import { VERSION } from '@portico/contract'
import type { FastifyInstance } from 'fastify'
import { findMailFailure, isMailFailing } from '../mail/mail-failure.ts'
import { settlesWithin } from '../process/settles-within.ts'

/** A load balancer needs a fast answer. */
const CHECK_TIMEOUT_MS = 2_000

/**
 * `/healthz`: the process runs. `/readyz`: its database answers too. The other parts are named when they fail, and leave it
 * ready, because most of Portico works without them.
 */
export async function healthRoutes(app: FastifyInstance) {
  const { ctx } = app

  app.get('/healthz', async () => ({ status: 'ok', version: VERSION }))

  app.get('/readyz', async (_request, reply) => {
    const mailFailure = findMailFailure(ctx.db)
    const [database, storage] = await Promise.all([
      settlesWithin(CHECK_TIMEOUT_MS, mailFailure),
      settlesWithin(CHECK_TIMEOUT_MS, ctx.storage.check()),
    ])
    const failingSince = database ? await mailFailure : null
    return reply.code(database ? 200 : 503).send({
      status: database ? 'ready' : 'not ready',
      database: database ? 'ok' : 'not answering',
      storage: storage ? 'ok' : 'failing',
      mail: failingSince && isMailFailing(failingSince, ctx.clock.now()) ? 'failing' : 'ok',
      ...(ctx.redis && { redis: ctx.redis.isFailing() ? 'failing' : 'ok' }),
    })
  })
}
