import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { usePageKeys } from '../../ui/use-page-keys.ts'
import { focusNewNote, type NotesOnScreen } from './notes-on-screen.ts'
import { positionOf } from './pin-position.ts'
import { round } from './use-clicks.ts'

const STEP = 0.01
const LARGE_STEP = 0.1
const DIRECTIONS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Props {
  onScreen: NotesOnScreen
  /** As large as the page. */
  layer: HTMLElement
  page: number | undefined
}

/** A new pin that is placed by a press on the page, or with the arrow keys and Enter. */
export function NewPin({ onScreen, layer, page }: Props) {
  const { place, setPlace, setPlacing } = onScreen
  const [at, setAt] = useState(() =>
    place?.x !== undefined && place.y !== undefined && place.page === page
      ? { x: place.x, y: place.y }
      : middleOfVisiblePart(layer),
  )
  const pin = useRef<HTMLButtonElement>(null)
  useEffect(() => pin.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    // Runs again as the pin moves.
    if (at) pin.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [at])

  function leave() {
    setPlacing(false)
    focusNewNote()
  }
  function set({ x, y }: { x: number; y: number }) {
    setPlace({ ...(page && { page }), x, y })
    leave()
  }
  usePageKeys({ escape: leave })

  function press(event: KeyboardEvent) {
    const direction = DIRECTIONS[event.key]
    if (event.key === 'Enter' || event.key === ' ') set(at)
    // Handled here, so that Escape does not also close something else.
    else if (event.key === 'Escape') leave()
    else if (direction) {
      const step = event.shiftKey ? LARGE_STEP : STEP
      setAt({ x: clamp(at.x + direction[0] * step), y: clamp(at.y + direction[1] * step) })
    } else return
    event.preventDefault()
  }
  function setByPointer({ clientX, clientY }: MouseEvent) {
    const box = layer.getBoundingClientRect()
    set({ x: clamp((clientX - box.left) / box.width), y: clamp((clientY - box.top) / box.height) })
  }
  const position = `${Math.round(at.x * 100)}% from the left, ${Math.round(at.y * 100)}% from the top`
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the pin does the same by keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the pin does the same by keyboard */}
      <div className="pins__target" onClick={setByPointer} />
      <button
        ref={pin}
        type="button"
        className="pin pin--new"
        aria-label="New pin. Arrow keys move it, Enter sets it, Escape leaves."
        onKeyDown={press}
        onClick={() => set(at)}
        {...positionOf(at)}
      />
      <span className="vh" role="status">
        {position}
      </span>
    </>
  )
}

const clamp = (fraction: number) => round(Math.min(1, Math.max(0, fraction)))

function middleOfVisiblePart(layer: HTMLElement) {
  const box = layer.getBoundingClientRect()
  const window = layer.closest('.stage__page')?.getBoundingClientRect() ?? box
  const middle = (from: number, size: number, low: number, high: number) =>
    size > 0 ? clamp(((Math.max(from, low) + Math.min(from + size, high)) / 2 - from) / size) : 0.5
  return {
    x: middle(box.left, box.width, window.left, window.right),
    y: middle(box.top, box.height, window.top, window.bottom),
  }
}
