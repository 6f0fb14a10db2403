import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { startJobs } from './platform/jobs/runner.ts'
import { CannotStart } from './platform/process/cannot-start.ts'
import { releaseStartMemory } from './platform/process/start-memory.ts'
import { type Runtime, startRuntime } from './runtime.ts'
import { work } from './work.ts'

/** How long requests that were accepted may take to finish once we are asked to stop. */
const PATIENCE = 25_000

// Set-up asks for this, so that even the first start finds its code compiled and its types stripped.
if (process.argv.includes('--only-load')) process.exit()

const asked = untilAskedToStop()
try {
  const server = await start()
  const refusal = await Promise.race([asked, server.refused])
  await server.close()
  if (refusal) throw refusal
  process.exit(0)
} catch (error) {
  const said = error instanceof CannotStart ? error.message : (error as Error).stack
  process.stderr.write(`${said}\n`)
  process.exit(1)
}

async function start() {
  const runtime = await startRuntime(process.env, { registers: true })
  try {
    // While we develop, Vite is in front and serves the pages (scripts/dev.mjs).
    const app = await buildApp(runtime.ctx, { web: !process.argv.includes('--no-web') })
    await listen(app, runtime.config)
    await runtime.ctx.payments.setWebhookUrl(
      `http://${runtime.config.host.includes(':') ? `[${runtime.config.host}]` : runtime.config.host}:${runtime.config.port}/api/stripe/webhook`,
    )
    const jobs = await startJobs(runtime.ctx, runtime.connection, work)
    releaseStartMemory()
    announce(runtime)
    return {
      refused: runtime.refused,
      async close() {
        await Promise.all([finishRequests(app), jobs.stop()])
        await runtime.close()
      },
    }
  } catch (error) {
    await runtime.close()
    throw error
  }
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

function announce({ config, log }: Runtime) {
  if (config.linksOnlyWorkHere) {
    log.warn(`links in emails lead to ${config.publicUrl}, which works on this machine only: set PUBLIC_URL`)
  }
  const { publicUrl, dataDir, showsMailbox, smtpUrl, stripeSecretKey, simulatesStripe } = config
  const mail = smtpUrl
    ? 'is sent by SMTP'
    : showsMailbox
      ? `is captured: ${publicUrl}/dev/mailbox`
      : 'is NOT sent, only captured with the data: set SMTP_URL'
  const billing = stripeSecretKey
    ? 'goes to Stripe'
    : simulatesStripe
      ? `is simulated: ${publicUrl}/dev/stripe`
      : 'is NOT set up: set STRIPE_SECRET_KEY'
  process.stdout.write(
    `\n  Portico is at ${publicUrl}\n  Data is in    ${dataDir}\n  Billing ${billing}\n  Mail ${mail}\n\n`,
  )
}

async function finishRequests(app: FastifyInstance) {
  // A connection that is kept open after its last answer would keep us waiting for its owner.
  const idle = setInterval(() => app.server.closeIdleConnections(), 100)
  const insist = setTimeout(() => app.server.closeAllConnections(), PATIENCE)
  await app.close()
  clearInterval(idle)
  clearTimeout(insist)
}

/** The first signal asks; more of them (a terminal and npm each pass Ctrl-C on) change nothing. */
function untilAskedToStop() {
  return new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
}
