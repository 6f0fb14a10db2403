/** Returns the list with the item moved to this index, or an unchanged copy if the item is not in the list. */
export function moveItem<T extends { id: string }>(items: readonly T[], id: string, index: number): T[] {
  const item = items.find((one) => one.id === id)
  if (!item) return [...items]
  const others = items.filter((one) => one !== item)
  return [...others.slice(0, index), item, ...others.slice(index)]
}
