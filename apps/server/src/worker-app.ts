import type { FastifyInstance } from 'fastify'
import type { AppContext } from './platform/context.ts'
import { healthRoutes } from './platform/http/health.ts'
import { createHttpServer } from './platform/http/server.ts'
import { publishChanges } from './platform/realtime/publish-changes.ts'

/** What a process that only runs jobs serves: whether it is well. What its jobs change reaches the connections of the others. */
export async function buildWorkerApp(ctx: AppContext): Promise<FastifyInstance> {
  const app = createHttpServer(ctx.config, ctx.log)
  app.decorate('ctx', ctx)
  app.addHook('preClose', await publishChanges(ctx))
  await app.register(healthRoutes)
  return app
}
