import pino, { type Logger } from 'pino'

const STDOUT = 1
/** For commands, whose output is for people or programs to read. */
export const STDERR = 2

/**
 * One line of JSON an event, written without holding up the request it tells of: lines go out together, a tenth of a
 * second late at most, because a write for each would cost a tenth of a request.
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
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: serializeError } },
    out,
  )
}

/**
 * A disk that is full costs lines of the log and nothing else: not the process, and not its end either, for the library
 * would try to write the last lines again and again.
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

/** What could not be written waits, for there may be room again; beyond so many bytes it is lost. */
const MAX_BUFFERED_BYTES = 1_024 * 1_024

/** Libraries hang values and whole emails on their errors; what we write down is chosen here. */
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
