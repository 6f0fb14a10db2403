import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { shownToasts, type ToastMessage, watchToasts } from './toast.ts'

const load = () => import('./Toast.tsx')
// What has to be said may be that there is no network: then it is said plainly.
const Toast = lazy(() => load().catch(() => ({ default: PlainToast })))
/** By then the page is there. */
const SOON = 2_000
const none: ToastMessage[] = []

/** The toasts of the whole product; while one is pointed at or holds the focus, all of them stay. */
export function Toasts() {
  const messages = useSyncExternalStore(watchToasts, shownToasts, () => none)
  const [held, setHeld] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => {}), SOON)
    return () => clearTimeout(timer)
  }, [])

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

function PlainToast({ message: { kind, title, detail } }: { message: ToastMessage }) {
  return <p role={kind === 'error' ? 'alert' : 'status'}>{detail ? `${title}. ${detail}` : title}</p>
}
