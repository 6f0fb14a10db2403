import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { shownToasts, type ToastMessage, watchToasts } from './toast.ts'

const Toast = lazy(() => import('./Toast.tsx'))
const none: ToastMessage[] = []

/** The toasts of the whole product; while one is pointed at or holds the focus, all of them stay. */
export function Toasts() {
  const messages = useSyncExternalStore(watchToasts, shownToasts, () => none)
  const [held, setHeld] = useState(false)

  return (
    <section
      className="toasts"
      aria-label="Notifications"
      // There from the start, so that what comes is read out; dialogs leave live regions alone.
      aria-live="polite"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Suspense fallback={null}>
        {messages.map((message) => (
          <Toast key={message.id} message={message} held={held} onGone={() => setHeld(false)} />
        ))}
      </Suspense>
    </section>
  )
}
