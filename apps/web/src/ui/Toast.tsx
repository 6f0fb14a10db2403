import { useEffect, useSyncExternalStore } from 'react'
import { Icon } from './Icon.tsx'
import { dismissToast, type ToastMessage } from './toast.ts'
import './Toasts.css'

const TOAST_DURATION_MS = 5_000
const icons = { success: 'done', error: 'alert', info: 'info' } as const

function subscribeToVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

export function Toast({
  message,
  isPaused,
  onGone,
}: {
  message: ToastMessage
  isPaused: boolean
  onGone: () => void
}) {
  const { id, kind, title, detail } = message
  // In a hidden tab the time does not run.
  const hidden = useSyncExternalStore(subscribeToVisibility, () => document.hidden)
  useEffect(() => {
    if (isPaused || hidden) return
    const timer = setTimeout(dismissToast, TOAST_DURATION_MS, id)
    return () => clearTimeout(timer)
  }, [isPaused, hidden, id])

  return (
    <div className="toast" role={kind === 'error' ? 'alert' : 'status'} data-kind={kind}>
      <Icon name={icons[kind]} />
      <div>
        {title}
        {detail && <p className="toast__detail">{detail}</p>}
      </div>
      <button
        type="button"
        className="btn btn--quiet btn--icon"
        aria-label="Dismiss"
        onClick={() => {
          onGone()
          dismissToast(id)
        }}
      >
        <Icon name="close" small />
      </button>
    </div>
  )
}
