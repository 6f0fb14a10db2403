import type { WorkRequest } from './works.ts'

export function encode(
  { method = 'GET', path, body, headers: own }: WorkRequest,
  headers: Record<string, string>,
) {
  const text = body && JSON.stringify(body)
  const all = {
    host: '127.0.0.1',
    ...headers,
    ...own,
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text ?? ''}`)
}
