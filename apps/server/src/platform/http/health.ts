import { VERSION } from '@portico/contract'
import type { FastifyInstance } from 'fastify'
import { createSchemaReader } from '../sql/schema-status.ts'
import { checkParts } from './check-parts.ts'

/**
 * `/healthz`: the process runs. `/readyz`: its database answers too. The other parts are named when they fail, and leave it
 * ready, because most of Portico works without them. A process that does not fit the database is not ready either.
 */
export async function healthRoutes(app: FastifyInstance) {
  const { ctx } = app
  const readSchema = createSchemaReader(ctx.db)

  app.get('/healthz', async () => ({ status: 'ok', version: VERSION }))

  app.get('/readyz', async (_request, reply) => {
    const { database, storage, mail, redis } = await checkParts(ctx)
    const schema = database ? await readSchema().catch(() => 'ok' as const) : 'ok'
    const isReady = database && schema === 'ok'
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? 'ready' : 'not ready',
      database: database ? 'ok' : 'not answering',
      ...(schema !== 'ok' && { schema: SCHEMA_TEXTS[schema] }),
      storage: storage ? 'ok' : 'failing',
      mail: mail ? 'ok' : 'failing',
      ...(redis !== undefined && { redis: redis ? 'ok' : 'failing' }),
    })
  })
}

const SCHEMA_TEXTS = {
  'too old': 'too old: run `npx portico migrate` of this version',
  'too new': 'too new: start the version that changed the database, or a newer one',
}
