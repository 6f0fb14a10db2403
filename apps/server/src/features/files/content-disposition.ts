import { truncateFileName } from '@portico/contract'
import { create } from 'content-disposition'

/**
 * The Content-Disposition header for a file name. Browsers decode sequences like `=?…?=` and `%2E` in a plain `filename`, so
 * a name with `?` or `%` is sent as `filename*` too (RFC 6266), beside a fallback without such characters. A name from before
 * the limit of 200 bytes is truncated.
 */
export function contentDisposition(name: string, type: 'inline' | 'attachment' = 'attachment') {
  const fileName = truncateFileName(name)
  return create(fileName, { type, fallback: fileName.replace(/[^ -~]|["%?\\]/gu, '_') })
}
