import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { placeToasts, trackLastUsed } from './place-toasts.ts'
import { Toast } from './Toast.tsx'
import { currentToasts, subscribeToToasts, type ToastMessage } from './toast.ts'

const none: ToastMessage[] = []

/** While one toast has the pointer or the focus, all of them stay. */
export function Toasts() {
  const messages = useSyncExternalStore(subscribeToToasts, currentToasts, () => none)
  const [isPaused, setPaused] = useState(false)
  const region = useRef<HTMLElement>(null)
  const focusedBefore = useRef<EventTarget>(null)

  useEffect(trackLastUsed, [])
  const newest = messages.at(-1)?.id
  useLayoutEffect(() => {
    if (newest !== undefined && region.current) placeToasts(region.current)
  }, [newest])

  // The region is the last on the page, too far away to be reached in ten seconds by Tab.
  const hasAction = messages.some(({ action }) => action)
  useEffect(() => {
    if (!hasAction) return
    const focusAction = (event: KeyboardEvent) => {
      if (event.key !== 'F6') return
      event.preventDefault()
      focusNextAction(region.current)
    }
    document.addEventListener('keydown', focusAction)
    return () => document.removeEventListener('keydown', focusAction)
  }, [hasAction])

  /** Called before the dismissed toast is removed with the focus. */
  function returnFocus() {
    setPaused(false)
    if (!region.current?.contains(document.activeElement)) return
    const from = focusedBefore.current as HTMLElement | null
    const to = from?.isConnected ? from : document.querySelector<HTMLElement>('#main h1')
    to?.focus()
  }

  return (
    <section
      ref={region}
      className="toasts"
      aria-label="Notifications"
      // A live region has to exist before its content, or screen readers do not announce it.
      aria-live="polite"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setPaused(true)
        if (!currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget
      }}
      onBlur={() => setPaused(false)}
    >
      {messages.map((message) => (
        <Toast key={message.id} message={message} isPaused={isPaused} onGone={returnFocus} />
      ))}
    </section>
  )
}

/** The action of the newest toast, then the one before it. */
function focusNextAction(region: HTMLElement | null) {
  const actions = [...(region?.querySelectorAll<HTMLElement>('.toast__act') ?? [])]
  const focused = actions.indexOf(document.activeElement as HTMLElement)
  actions.at(focused === -1 ? -1 : focused - 1)?.focus()
}
