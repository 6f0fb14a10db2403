import { useEffect, useEffectEvent } from 'react'

/**
 * What is open over the page has history entries of its own, so that the browser's Back closes it. They are never removed:
 * the entry of something that was closed in another way is passed over, which cannot collide with a navigation that
 * happens at the same time.
 */
interface Position {
  /** The page's. */
  href: string
  /** How many entries above that of the page. */
  depth: number
}

type CloseDialog = () => void

/** Open at present, the last opened at the end. */
let openDialogs: CloseDialog[] = []
let position: Position = { href: '', depth: 0 }

/** Closes what is open when the person goes back. Whatever was opened last closes first. */
export function useCloseOnBack(onClose: () => void, isOpen = true) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const closeThis = () => close()
    openDialogs = [...openDialogs, closeThis]
    // After effects of the same commit: a dialog that takes the place of another needs no further entry.
    queueMicrotask(addMissingEntries)
    return () => {
      openDialogs = openDialogs.filter((other) => other !== closeThis)
    }
  }, [isOpen])
}

/** Call it in the root of the app, with the key of the location. */
export function useHistoryPosition(locationKey: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation runs it again
  useEffect(() => {
    position = readPosition()
  }, [locationKey])
  useEffect(() => {
    // Capturing, so that it runs before React Router's own listener.
    window.addEventListener('popstate', onPopState, { capture: true })
    return () => window.removeEventListener('popstate', onPopState, { capture: true })
  }, [])
}

function onPopState(event: PopStateEvent) {
  const before = position
  position = readPosition()
  if (position.href !== before.href || position.depth === before.depth) return
  // The page stays the same: nothing to do for React Router.
  event.stopImmediatePropagation()
  const isForward = position.depth > before.depth
  const isEntryOfNothing = isForward
    ? openDialogs.length < position.depth
    : openDialogs.length <= position.depth
  if (isEntryOfNothing) return isForward ? window.history.forward() : window.history.back()
  for (const close of openDialogs.slice(position.depth).reverse()) close()
  // One that is sending refuses to close.
  setTimeout(addMissingEntries)
}

function addMissingEntries() {
  position = readPosition()
  while (position.depth < openDialogs.length) {
    position = { ...position, depth: position.depth + 1 }
    window.history.pushState({ ...window.history.state, depth: position.depth }, '')
  }
}

function readPosition(): Position {
  const { depth = 0 } = (window.history.state ?? {}) as Partial<Position>
  return { href: window.location.href, depth }
}
