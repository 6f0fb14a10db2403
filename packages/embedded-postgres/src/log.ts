type Write = (fields: object | string, message?: string) => void

export interface Log {
  debug: Write
  info: Write
  warn: Write
  error: Write
}
