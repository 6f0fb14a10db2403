interface Point {
  x: number
  y: number
}

/**
 * Puts pins that would overlap into one group: those within reach of its first pin, in pixels. `size` is that of the page on
 * screen.
 */
export function clusterPins<Pin extends Point>(
  pins: readonly Pin[],
  size: { width: number; height: number },
  reach: number,
) {
  const groups: [Pin, ...Pin[]][] = []
  for (const pin of pins) {
    const near = groups.find(
      ([first]) =>
        Math.abs(first.x - pin.x) * size.width < reach && Math.abs(first.y - pin.y) * size.height < reach,
    )
    if (near) near.push(pin)
    else groups.push([pin])
  }
  return groups
}
