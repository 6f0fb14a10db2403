import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react'
import { moveItem } from './move-item.ts'
import { useDrag } from './use-drag.ts'

interface Item {
  id: string
  title: string
}

interface Options<T extends Item> {
  items: readonly T[]
  elementOf: (id: string) => HTMLElement | null
  /** The position counts from 1. */
  onMove: (id: string, position: number) => void
}

/** The item that is being moved. */
interface Lifted {
  id: string
  /** The index at which it would be dropped. */
  index: number
  by: 'keyboard' | 'pointer'
}

/**
 * Moves items of a list by handles: a pointer drags one; with the keyboard Space lifts it, arrow keys move it, Space drops it,
 * Escape cancels. Meanwhile only the style `order` changes, because a moved element would lose focus and pointer.
 */
export function useReorder<T extends Item>({ items, elementOf, onMove }: Options<T>) {
  const [lifted, setLifted] = useState<Lifted>()
  const [status, setStatus] = useState('')
  const indexOf = (id: string) => items.findIndex((item) => item.id === id)
  // Somebody may have deleted it meanwhile.
  const current = lifted && indexOf(lifted.id) >= 0 ? lifted : undefined
  const shown = current ? moveItem(items, current.id, current.index) : [...items]

  function lift(id: string, by: Lifted['by']) {
    const index = indexOf(id)
    setLifted({ id, index, by })
    setStatus(`${items[index]?.title} taken. ${placeText(index)}.`)
  }

  function moveTo(index: number) {
    if (!current || index < 0 || index >= items.length || index === current.index) return
    setLifted({ ...current, index })
    setStatus(placeText(index))
  }

  function drop() {
    if (!current) return
    setLifted(undefined)
    setStatus(`${items[indexOf(current.id)]?.title} put down. ${placeText(current.index)}.`)
    if (current.index !== indexOf(current.id)) onMove(current.id, current.index + 1)
  }

  function cancel() {
    if (!current) return
    setLifted(undefined)
    setStatus(`${items[indexOf(current.id)]?.title} is back. ${placeText(indexOf(current.id))}.`)
  }

  const placeText = (index: number) => `Place ${index + 1} of ${items.length}`

  /**
   * Called in each animation frame of a drag. Moves the item by at most one place, if it would then be where the pointer is:
   * items differ in height.
   */
  function stepTowards(y: number) {
    if (!current) return
    const own = elementOf(current.id)?.getBoundingClientRect()
    const above = shown[current.index - 1]
    const below = shown[current.index + 1]
    const upper = above && elementOf(above.id)?.getBoundingClientRect()
    const lower = below && elementOf(below.id)?.getBoundingClientRect()
    if (own && upper && y < upper.top + own.height) moveTo(current.index - 1)
    else if (own && lower && y > lower.bottom - own.height) moveTo(current.index + 1)
  }

  const isDragging = current?.by === 'pointer'
  const { setPointerY } = useDrag(isDragging, { onFrame: stepTowards, onCancel: cancel })

  const handleOf = (item: T) => ({
    'aria-pressed': current?.id === item.id,
    onKeyDown(event: KeyboardEvent) {
      if (current?.id !== item.id || current.by !== 'keyboard') return
      const target = targetOf(event.key, current.index, items.length - 1)
      if (target !== undefined) moveTo(target)
      // During a drag by pointer the handle may not have the focus, so `useDrag` listens for Escape.
      else if (event.key === 'Escape') cancel()
      else return
      event.preventDefault()
    },
    // For clicks by Space, Enter or a screen reader, `detail` is 0.
    onClick({ detail }: MouseEvent) {
      if (detail > 0) return
      if (current?.id === item.id) drop()
      else lift(item.id, 'keyboard')
    },
    onBlur: () => current?.by === 'keyboard' && drop(),
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || current) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setPointerY(event.clientY)
      lift(item.id, 'pointer')
    },
    onPointerMove({ clientY }: PointerEvent) {
      setPointerY(clientY)
    },
    onPointerUp: () => isDragging && drop(),
    onPointerCancel: () => isDragging && cancel(),
  })

  return {
    /** For screen readers. */
    status,
    handleOf,
    isLifted: ({ id }: T) => current?.id === id,
    /** The `order` of an item's style, while one is moved. */
    orderOf: ({ id }: T) => (current ? shown.findIndex((item) => item.id === id) : undefined),
  }
}

function targetOf(key: string, index: number, last: number) {
  if (key === 'ArrowUp') return Math.max(0, index - 1)
  if (key === 'ArrowDown') return Math.min(last, index + 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}
