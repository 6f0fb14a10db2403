import { type ReactNode, useId, useRef } from 'react'
import { CloseCross } from './CloseButton.tsx'
import { DialogShell } from './DialogShell.tsx'

interface Props {
  heading: ReactNode
  label?: string
  /** Cannot be closed for now. */
  busy?: boolean
  onClose: () => void
  foot?: ReactNode
  /** Menus are at a side and narrower. */
  kind?: 'panel' | 'menu-left'
  children: ReactNode
}

/**
 * Slides in over the page. Render it while it is open. Panels are loaded on first use (`lazyDialog`).
 */
export function Panel({ heading, label, busy, onClose, foot, kind = 'panel', children }: Props) {
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  return (
    <DialogShell
      className="panel"
      data-kind={kind}
      // Focuses the first field of a form, except where that would open a phone's keyboard.
      initialFocus={() => (!isTouchDevice() && body.current?.querySelector('input, select')) || true}
      busy={busy}
      onClose={onClose}
      aria-label={label}
      aria-labelledby={label ? undefined : id}
    >
      <header>
        {label ? heading : <h2 id={id}>{heading}</h2>}
        <CloseCross />
      </header>
      <div className="panel__body" ref={body}>
        {children}
      </div>
      {foot && <footer>{foot}</footer>}
    </DialogShell>
  )
}

const isTouchDevice = () => window.matchMedia?.('(pointer: coarse)').matches
