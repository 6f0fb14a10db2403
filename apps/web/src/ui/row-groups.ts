export interface RowGroup<Row> {
  key: number
  rows: Row[]
}

/**
 * Puts rows into groups of a size. A row stays in its group when others come or go before it: one that changed its parent would
 * be rendered again, and lose the focus and what is typed in it. So a group may become larger, up to twice the size.
 */
export function groupRows<Row extends { id: string }>(
  rows: readonly Row[],
  former: readonly RowGroup<Row>[],
  size: number,
): RowGroup<Row>[] {
  const formerKeys = new Map(former.flatMap(({ key, rows }) => rows.map(({ id }) => [id, key])))
  const groups: RowGroup<Row>[] = []
  const usedKeys = new Set<number>()
  let nextKey = Math.max(0, ...former.map(({ key }) => key)) + 1
  function begin(key: number) {
    usedKeys.add(key)
    groups.push({ key, rows: [] })
  }

  // What is new at the top joins the first group.
  const first = rows.find(({ id }) => formerKeys.has(id))
  if (first) begin(formerKeys.get(first.id) as number)
  for (const row of rows) {
    const current = groups.at(-1)
    const key = formerKeys.get(row.id)
    if (key !== undefined && !usedKeys.has(key)) begin(key)
    else if (!current || current.rows.length >= (key === current.key ? 2 * size : size)) begin(nextKey++)
    groups.at(-1)?.rows.push(row)
  }
  return groups
}
