import { randomBytes } from 'node:crypto'

export interface FormFile {
  name: string
  type: string
  bytes: Buffer
}

/** The parts of a form in their order; a pair where a name comes twice. */
export type Fields = Record<string, string | FormFile> | (readonly [name: string, value: string | FormFile])[]

/** A form as a browser sends it. */
export function formOf(fields: Fields) {
  const boundary = `----form${randomBytes(8).toString('hex')}`
  const entries = Array.isArray(fields) ? fields : Object.entries(fields)
  const parts = entries.flatMap(([name, value]) => [
    Buffer.from(`--${boundary}\r\n${headOf(name, value)}\r\n\r\n`),
    bytesOf(value),
    Buffer.from('\r\n'),
  ])
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    boundary,
    bytes: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

function headOf(name: string, value: string | FormFile) {
  const head = `Content-Disposition: form-data; name="${name}"`
  if (typeof value === 'string') return head
  return `${head}; filename="${escaped(value.name)}"\r\nContent-Type: ${value.type}`
}

function bytesOf(value: string | FormFile) {
  return typeof value === 'string' ? Buffer.from(value) : value.bytes
}

/** The escapes of the standard for multipart forms. */
function escaped(name: string) {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
