import { useRef, useState, useSyncExternalStore } from 'react'
import { Toast } from './Toast.tsx'
import { currentToasts, subscribeToToasts, type ToastMessage } from './toast.ts'

const none: ToastMessage[] = []

/** The toasts of the whole product; while one is pointed at or holds the focus, all of them stay. */
export function Toasts() {
  const messages = useSyncExternalStore(subscribeToToasts, currentToasts, () => none)
  const [held, setHeld] = useState(false)
  const region = useRef<HTMLElement>(null)
  const before = useRef<EventTarget>(null)

  /** Called while what goes still holds the focus. */
  function returnFocus() {
    setHeld(false)
    if (!region.current?.contains(document.activeElement)) return
    const from = before.current as HTMLElement | null
    const to = from?.isConnected ? from : document.querySelector<HTMLElement>('#main h1')
    to?.focus()
  }

  return (
    <section
      ref={region}
      className="toasts"
      aria-label="Notifications"
      // There from the start, so that what comes is read out; dialogs leave live regions alone.
      aria-live="polite"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setHeld(true)
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
      }}
      onBlur={() => setHeld(false)}
    >
      {messages.map((message) => (
        <Toast key={message.id} message={message} held={held} onGone={returnFocus} />
      ))}
    </section>
  )
}
