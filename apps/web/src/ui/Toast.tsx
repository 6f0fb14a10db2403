import { useEffect } from 'react'
import { Icon } from './Icon.tsx'
import { dismissToast, type ToastMessage } from './toast.ts'
import './Toasts.css'

const lifetime = 5_000
const icons = { success: 'done', error: 'alert', info: 'info' } as const

/** Says one thing for five seconds, or until it is dismissed. Its code comes with the first thing said. */
export default function Toast({
  message,
  held,
  onGone,
}: {
  message: ToastMessage
  held: boolean
  onGone: () => void
}) {
  const { id, kind, title, detail } = message
  useEffect(() => {
    if (held) return
    const timer = setTimeout(dismissToast, lifetime, id)
    return () => clearTimeout(timer)
  }, [held, id])

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
          dismissToast(id)
          onGone()
        }}
      >
        <Icon name="close" small />
      </button>
    </div>
  )
}
