import { useEffect } from 'react'
import { expireSession, type Session } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { closePreview } from './close-preview.ts'
import { PREVIEW_REASON_ID } from './DisabledInPreview.tsx'
import { PreviewIcon } from './PreviewIcon.tsx'
import './preview.css'

/** The band above every page of a preview. It stays while scrolling. */
export default function PreviewBand({ session }: { session: Session }) {
  const { token, name, preview } = session
  const lifetimeMs = preview?.lifetimeMs ?? 0
  useEffect(() => {
    const end = () => expireSession('client', token)
    // From now on, because the clock of the device may be wrong. After a reload the server may end the preview earlier.
    const endsAt = Date.now() + lifetimeMs
    const timer = setTimeout(end, lifetimeMs)
    // Timers do not run while a device sleeps.
    const check = () => document.hidden || Date.now() < endsAt || end()
    document.addEventListener('visibilitychange', check)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [token, lifetimeMs])
  if (!preview) return null
  return (
    <aside className="preview-band" aria-label="Preview">
      <PreviewIcon />
      <p>
        You see what <bdi>{preview.firstName || name}</bdi> sees. Nothing you do here reaches them.{' '}
        <span id={PREVIEW_REASON_ID}>What would change something is switched off.</span>
      </p>
      <Button size="sm" onClick={() => closePreview(preview.clientId)}>
        Close
      </Button>
    </aside>
  )
}
