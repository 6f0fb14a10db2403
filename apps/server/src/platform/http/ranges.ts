export interface Range {
  start: number
  end: number
}

/** Null means the whole file: no header, several ranges or a malformed one, which RFC 9110 allows to ignore. */
export function parseRange(header: string | undefined, size: number): Range | null | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    const start = Math.max(0, size - Number(to))
    return Number(to) === 0 || size === 0 ? 'unsatisfiable' : { start, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}
