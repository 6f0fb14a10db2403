/** The list with one item at another place, which counts from 0. The same items where it is not in the list. */
export function moveItem<T extends { id: string }>(items: readonly T[], id: string, index: number): T[] {
  const item = items.find((one) => one.id === id)
  if (!item) return [...items]
  const others = items.filter((one) => one !== item)
  return [...others.slice(0, index), item, ...others.slice(index)]
}
