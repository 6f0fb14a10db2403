import type { CSSProperties } from 'react'

/** A pin points with one of its lower corners: with the one that keeps it on the page. */
export function positionOf({ x = 0, y = 0 }: { x?: number; y?: number }) {
  const style: CSSProperties = { left: `${x * 100}%`, top: `${y * 100}%` }
  return { style, 'data-left': x > 0.9 || undefined, 'data-below': y < 0.06 || undefined }
}

/** How close two pins may be before they become one button: their size in CSS pixels, under a finger that of its target. */
export const pinReach = () => (matchMedia('(pointer: coarse)').matches ? 44 : 28)
