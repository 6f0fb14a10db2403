import { create } from 'content-disposition'

/**
 * The Content-Disposition of a file by that name. Browsers decode in a plain `filename` what looks encoded (`=?…?=`, `%2E`),
 * so a name with `?` or `%` always goes as `filename*` too (RFC 6266), beside a fallback in which nothing can be decoded.
 */
export function contentDisposition(name: string, type: 'inline' | 'attachment' = 'attachment') {
  return create(name, { type, fallback: name.replace(/[^ -~]|["%?\\]/gu, '_') })
}
