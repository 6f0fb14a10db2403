import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { completeConfig } from './complete-config.ts'
import { type Config, readConfig } from './config.ts'
import { CannotStart } from './platform/process/cannot-start.ts'
import { lockDataDir } from './platform/process/data-dir.ts'
import { createLog } from './platform/process/log.ts'
import { checkDatabase } from './platform/sql/check-database.ts'
import { printAddresses } from './print-addresses.ts'
import { STARTED } from './supervisor-messages.ts'

const FIRST_RESTART_DELAY_MS = 500
const MAX_RESTART_DELAY_MS = 30_000
/** A process that has run for so long did not end because of how it was started. */
const HEALTHY_AFTER_MS = 60_000
/** Longer than a process takes to finish its requests and jobs. */
const STOP_TIMEOUT_MS = 45_000

/**
 * Starts PORTICO_PROCESSES processes that share one port, and replaces each that ends, until `stopRequested`. The first has to
 * serve before the others start, because it brings the database up to date. While they start, the failure of one is that of all.
 */
export async function superviseProcesses(stopRequested: Promise<void>) {
  const given = readConfig(process.env)
  const log = createLog(given.logLevel)
  const dataDir = await lockDataDir(given.dataDir)
  const config = await completeConfig(given, dataDir)
  if (config.databaseUrl) await checkDatabase(config.databaseUrl, { ...config, log })
  cluster.setupPrimary({ silent: true })
  const state = { isStopping: false }
  const stopping = stopRequested.then(() => {
    state.isStopping = true
    signalAll('SIGTERM')
  })

  const numbers = Array.from({ length: config.processes }, (_, index) => index + 1)
  const running: Promise<void>[] = []
  try {
    for (const batch of [numbers.slice(0, 1), numbers.slice(1)]) {
      const started = batch.map((number) => ({ number, first: startProcess(number, config) }))
      running.push(...started.map(({ number, first }) => keepRunning(number, first)))
      await Promise.race([
        stopping,
        Promise.all(started.map(({ number, first }) => waitForStart(number, first))),
      ])
      if (state.isStopping) break
    }
    if (!state.isStopping) printAddresses(config, log)
    await stopping
  } catch (error) {
    state.isStopping = true
    signalAll('SIGTERM')
    throw error
  } finally {
    const timer = setTimeout(() => signalAll('SIGKILL'), STOP_TIMEOUT_MS)
    await Promise.all(running)
    clearTimeout(timer)
    dataDir.release()
  }

  /** Resolves when a stop was asked for and the process has ended. */
  async function keepRunning(number: number, first: Process) {
    let delay = FIRST_RESTART_DELAY_MS
    for (let current = first; ; current = startProcess(number, config)) {
      const startedAt = performance.now()
      const [code, signal] = await current.ended
      const failedToStart = current === first && !(await first.serves)
      if (state.isStopping || failedToStart) return
      if (performance.now() - startedAt > HEALTHY_AFTER_MS) delay = FIRST_RESTART_DELAY_MS
      reportEnd(log, { number, pid: current.pid, code, signal, restartsInMs: delay })
      await Promise.race([stopping, pause(delay)])
      if (state.isStopping) return
      delay = Math.min(2 * delay, MAX_RESTART_DELAY_MS)
    }
  }
}

interface Process {
  pid: number | undefined
  /** False when it ends before it serves. */
  serves: Promise<boolean>
  ended: Promise<[code: number | null, signal: NodeJS.Signals | null]>
}

/** Its standard error says why. */
async function waitForStart(number: number, { pid, serves }: Process) {
  if (!(await serves)) throw new CannotStart(`Process ${number} (${pid}) did not start, so all were ended.`)
}

function startProcess(number: number, { internal }: Config): Process {
  // Each has metrics of its own.
  const worker = cluster.fork(internal ? { INTERNAL_PORT: `${internal.port + number - 1}` } : {})
  const { stdout, stderr, pid } = worker.process
  // Line by line, because those of several processes would mix.
  if (stdout) writeLines(stdout, process.stdout)
  if (stderr) writeLines(stderr, process.stderr)
  const ended = once(worker.process, 'close') as Process['ended']
  return { pid, serves: Promise.race([hasStarted(worker), ended.then(() => false)]), ended }
}

async function hasStarted(worker: Worker) {
  for (;;) {
    const [message] = await once(worker, 'message')
    if (message === STARTED) return true
  }
}

function reportEnd(log: Logger, end: { number: number; pid?: number } & Record<string, unknown>) {
  log.error(end, 'a process of Portico has ended: another one replaces it')
}

function signalAll(signal: NodeJS.Signals) {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
}

function writeLines(from: NodeJS.ReadableStream, to: NodeJS.WritableStream) {
  let rest = ''
  from.setEncoding('utf8')
  from.on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) to.write(rest + text.slice(0, end))
    rest = end > 0 ? text.slice(end) : rest + text
  })
  from.on('end', () => {
    if (rest) to.write(`${rest}\n`)
  })
}
