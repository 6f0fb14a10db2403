import cluster from 'node:cluster'
import pino, { type Logger } from 'pino'

const STDOUT = 1
/** For commands, because their output on stdout is data. */
export const STDERR = 2

/**
 * Logs one line of JSON per event. Lines are written together, at most 100 ms late, because a write for each line costs a
 * tenth of the time of a request.
 */
export function createLog(level: string, dest: typeof STDOUT | typeof STDERR = STDOUT): Logger {
  const out = pino.destination({
    dest,
    sync: false,
    minLength: 4_096,
    periodicFlush: 100,
    maxLength: MAX_BUFFERED_BYTES,
  })
  surviveWriteErrors(out)
  process.once('exit', () => out.flushSync())
  return pino(
    {
      level,
      // Several processes of one start write to one log.
      base: cluster.isWorker ? { pid: process.pid } : null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
    },
    out,
  )
}

/**
 * A full disk must lose lines of the log and nothing else. Without this, a write error would end the process, and pino
 * would retry the last lines for ever when the process ends.
 */
function surviveWriteErrors(out: ReturnType<typeof pino.destination>) {
  const flush = out.flushSync.bind(out)
  let failing = false
  out.on('error', () => {
    failing = true
  })
  out.on('write', () => {
    failing = false
  })
  out.flushSync = () => {
    if (!failing) flush()
  }
  process.stdout.on('error', () => {})
}

/** Lines that could not be written are retried later; beyond this they are dropped. */
const MAX_BUFFERED_BYTES = 1_024 * 1_024

/** Logs only known properties, because libraries add values and whole emails to their errors. */
export function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const { code, constraint, table } = error as Error & Record<string, unknown>
  return {
    type: name,
    code,
    message,
    constraint,
    table,
    stack,
    ...(cause !== undefined && { cause: serializeError(cause) }),
  }
}
