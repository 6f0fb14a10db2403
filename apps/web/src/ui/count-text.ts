import { plural } from '@portico/contract'

type Count = [count: number, one: string, many: string]

/** Joins all counts above zero: `2 files and 1 message`. Empty if all are zero. */
export function formatCounts(counts: Count[]) {
  const parts = counts.filter(([count]) => count > 0).map(([count, one, many]) => plural(count, one, many))
  const last = parts.pop() ?? ''
  return parts.length > 0 ? `${parts.join(', ')} and ${last}` : last
}
