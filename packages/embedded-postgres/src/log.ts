type Write = (fields: object | string, message?: string) => void

/** The part of a logger like pino that is used here. */
export interface Log {
  debug: Write
  info: Write
  warn: Write
  error: Write
}
