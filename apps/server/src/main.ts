import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { startPushTimer } from './features/activity/push/push-timer.ts'
import { startJobs } from './platform/jobs/runner.ts'
import { CannotStart } from './platform/process/cannot-start.ts'
import { describeStartError } from './platform/process/describe-start-error.ts'
import { releaseStartMemory } from './platform/process/start-memory.ts'
import { type Runtime, startRuntime } from './runtime.ts'
import { work } from './work.ts'

/** After it, requests in flight are aborted. */
const SHUTDOWN_TIMEOUT_MS = 25_000

// The set-up fills the compile cache with it, which makes the first start faster.
if (process.argv.includes('--only-load')) process.exit()

const stopRequested = waitForStopSignal()
try {
  const server = await start()
  const refusal = await Promise.race([stopRequested, server.refused])
  await server.close()
  if (refusal) throw refusal
  process.exit(0)
} catch (error) {
  process.stderr.write(`${describeStartError(error as Error)}\n`)
  process.exit(1)
}

async function start() {
  const runtime = await startRuntime(process.env, { registers: true })
  try {
    // In development Vite serves the pages (scripts/dev.mjs).
    const app = await buildApp(runtime.ctx, { web: !process.argv.includes('--no-web') })
    await listen(app, runtime.config)
    await runtime.ctx.payments.setWebhookUrl(
      `http://${runtime.config.host.includes(':') ? `[${runtime.config.host}]` : runtime.config.host}:${runtime.config.port}/api/stripe/webhook`,
    )
    const internal = await startInternal(runtime)
    const jobs = await startJobs(runtime.ctx, runtime.connection, work)
    const stopPushTimer = startPushTimer(runtime.ctx)
    releaseStartMemory()
    printAddresses(runtime)
    return {
      refused: runtime.refused,
      async close() {
        stopPushTimer()
        internal?.close()
        await Promise.all([finishRequests(app), jobs.stop()])
        await runtime.close()
      },
    }
  } catch (error) {
    await runtime.close()
    throw error
  }
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

function printAddresses({ config, log }: Runtime) {
  if (config.linksOnlyWorkHere) {
    log.warn(`links in emails lead to ${config.publicUrl}, which works on this machine only: set PUBLIC_URL`)
  }
  const { publicUrl, dataDir, showsMailbox, smtpUrl, stripeSecretKey, simulatesStripe, hasPlans } = config
  const developmentPages = `${publicUrl}/dev/${config.devKey}`
  const mail = smtpUrl
    ? 'is sent by SMTP'
    : showsMailbox
      ? `is captured: ${developmentPages}/mailbox`
      : 'is NOT sent, only captured with the data: set SMTP_URL'
  const billing = !hasPlans
    ? 'is off'
    : stripeSecretKey
      ? 'goes to Stripe'
      : simulatesStripe
        ? `is simulated: ${developmentPages}/stripe`
        : 'is NOT set up: set STRIPE_SECRET_KEY'
  process.stdout.write(
    `\n  Portico is at ${publicUrl}\n  Data is in    ${dataDir}\n  Billing ${billing}\n  Mail ${mail}\n\n`,
  )
}

async function finishRequests(app: FastifyInstance) {
  // Otherwise a keep-alive connection delays the end until its client closes it.
  const idle = setInterval(() => app.server.closeIdleConnections(), 100)
  const forceClose = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(forceClose)
}

/** The listeners stay, because Ctrl-C arrives twice: from the terminal and from npm. */
function waitForStopSignal() {
  return new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
}
