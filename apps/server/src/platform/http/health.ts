import { VERSION } from '@portico/contract'
import type { FastifyInstance } from 'fastify'
import { findMailFailure, isMailFailing } from '../mail/mail-failure.ts'
import { settlesWithin } from '../process/settles-within.ts'

/** A load balancer needs a fast answer. */
const CHECK_TIMEOUT_MS = 2_000

/** `/healthz`: the process runs. `/readyz`: its database and storage answer too. A failing mail server leaves it ready. */
export async function healthRoutes(app: FastifyInstance) {
  const { ctx } = app

  app.get('/healthz', async () => ({ status: 'ok', version: VERSION }))

  app.get('/readyz', async (_request, reply) => {
    const mailFailure = findMailFailure(ctx.db)
    const [database, storage] = await Promise.all([
      settlesWithin(CHECK_TIMEOUT_MS, mailFailure),
      settlesWithin(CHECK_TIMEOUT_MS, ctx.storage.check()),
    ])
    const ready = database && storage
    const failingSince = database ? await mailFailure : null
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      database: database ? 'ok' : 'not answering',
      storage: storage ? 'ok' : 'not answering',
      mail: failingSince && isMailFailing(failingSince, ctx.clock.now()) ? 'failing' : 'ok',
    })
  })
}
