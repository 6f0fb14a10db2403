import { useEffect, useSyncExternalStore } from 'react'
import { Icon } from './Icon.tsx'
import { dismissToast, type ToastMessage } from './toast.ts'
import './Toasts.css'

const TOAST_DURATION_MS = 5_000
const TOAST_WITH_ACTION_DURATION_MS = 10_000
const icons = { success: 'done', error: 'alert', info: 'info' } as const

function subscribeToVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Shows one message until its time is over, it is dismissed or its action is chosen. */
export function Toast({
  message,
  isPaused,
  onGone,
}: {
  message: ToastMessage
  isPaused: boolean
  onGone: () => void
}) {
  const { id, kind, title, detail, action } = message
  const duration = action ? TOAST_WITH_ACTION_DURATION_MS : TOAST_DURATION_MS
  // In a hidden tab the time does not run.
  const hidden = useSyncExternalStore(subscribeToVisibility, () => document.hidden)
  useEffect(() => {
    if (isPaused || hidden) return
    const timer = setTimeout(dismissToast, duration, id)
    return () => clearTimeout(timer)
  }, [isPaused, hidden, id, duration])

  function close() {
    onGone()
    dismissToast(id)
  }

  return (
    <div className="toast" role={kind === 'error' ? 'alert' : 'status'} data-kind={kind}>
      <Icon name={icons[kind]} />
      <div>
        {title}
        {detail && <p className="toast__detail">{detail}</p>}
      </div>
      {action && (
        <button
          type="button"
          className="btn btn--secondary toast__act"
          aria-keyshortcuts="F6"
          onClick={() => {
            close()
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="btn btn--quiet btn--icon" aria-label="Dismiss" onClick={close}>
        <Icon name="close" small />
      </button>
    </div>
  )
}
