type Count = [count: number, one: string, many: string]

/** What there is of each, without what there is none of: `2 files and 1 message`; empty when there is nothing. */
export function formatCounts(counts: Count[]) {
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
  const last = parts.pop() ?? ''
  return parts.length > 0 ? `${parts.join(', ')} and ${last}` : last
}
