import { create } from 'content-disposition'

/**
 * The Content-Disposition header for a file name. Browsers decode sequences like `=?…?=` and `%2E` in a plain `filename`, so
 * a name with `?` or `%` is sent as `filename*` too (RFC 6266), beside a fallback without such characters.
 */
export function contentDisposition(name: string, type: 'inline' | 'attachment' = 'attachment') {
  return create(name, { type, fallback: name.replace(/[^ -~]|["%?\\]/gu, '_') })
}
