import cluster from 'node:cluster'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { startPushTimer } from './features/activity/push/push-timer.ts'
import type { AppContext } from './platform/context.ts'
import { startJobs } from './platform/jobs/runner.ts'
import { CannotStart } from './platform/process/cannot-start.ts'
import { releaseStartMemory } from './platform/process/start-memory.ts'
import { printAddresses } from './print-addresses.ts'
import { type Runtime, startRuntime } from './runtime.ts'
import { STARTED } from './supervisor-messages.ts'
import { work } from './work.ts'
import { buildWorkerApp } from './worker-app.ts'

/** After it, requests in flight are aborted. */
const SHUTDOWN_TIMEOUT_MS = 25_000

/** Starts this process, and stops it when that is asked for. Throws the error that ends it otherwise. */
export async function serveUntil(stopRequested: Promise<void>) {
  const server = await start()
  const refusal = await Promise.race([stopRequested, server.refused])
  await server.close()
  if (refusal) throw refusal
}

async function start() {
  const runtime = await startRuntime(process.env, { registers: true, isSupervised: cluster.isWorker })
  const { ctx, config, connection } = runtime
  const closing: (() => unknown)[] = []
  try {
    const app = config.role === 'worker' ? await buildWorkerApp(ctx) : await buildWebApp(ctx)
    await listen(app, config)
    closing.push(() => finishRequests(app))
    if (config.role !== 'worker')
      await ctx.payments.setWebhookUrl(
        `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}/api/stripe/webhook`,
      )
    const internal = await startInternal(runtime)
    if (internal) closing.push(internal.close)
    closing.push(startPushTimer(ctx))
    if (config.role !== 'web') closing.push((await startJobs(ctx, connection, work)).stop)
    releaseStartMemory()
    if (cluster.isWorker) process.send?.(STARTED)
    // A supervisor prints them once for all.
    else printAddresses(config, ctx.log)
    return {
      refused: runtime.refused,
      async close() {
        await Promise.all(closing.map((close) => close()))
        await runtime.close()
      },
    }
  } catch (error) {
    await runtime.close()
    throw error
  }
}

/** In development Vite serves the pages (scripts/dev.mjs). */
function buildWebApp(ctx: AppContext) {
  return buildApp(ctx, { web: !process.argv.includes('--no-web') })
}

/** Metrics for the operator, on a port that a proxy does not lead to. */
async function startInternal({ ctx, config }: Runtime) {
  if (!config.internal || !ctx.metrics) return
  const { addGauges } = await import('./platform/metrics/add-gauges.ts')
  const { startInternalServer } = await import('./platform/metrics/internal-server.ts')
  addGauges(ctx.metrics, ctx)
  return startInternalServer(ctx.metrics, config.internal).catch((error: Error) => {
    throw new CannotStart(`INTERNAL_PORT ${config.internal?.port} cannot be opened: ${error.message}.`)
  })
}

async function listen(app: FastifyInstance, { host, port }: Config) {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const reasons: Record<string, string> = {
      EADDRINUSE: `PORT ${port} on ${host} is taken by another program: stop that one, or set PORT to another number.`,
      EACCES: `PORT ${port} is not open to this user: set PORT to a number from 1024 on.`,
      EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
      ENOTFOUND: `HOST ${host} is not an address of this machine.`,
    }
    throw new CannotStart(reasons[code] ?? `PORT ${port} on ${host} cannot be opened: ${message}.`)
  }
}

async function finishRequests(app: FastifyInstance) {
  // Otherwise a keep-alive connection delays the end until its client closes it.
  const idle = setInterval(() => app.server.closeIdleConnections(), 100)
  const forceClose = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(forceClose)
}
