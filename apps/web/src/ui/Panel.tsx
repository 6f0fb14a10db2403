import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useId, useRef } from 'react'
import { CoreIcon } from './CoreIcon.tsx'
import { useReturnFocus } from './use-return-focus.ts'
import './Panel.css'

interface Props {
  heading: ReactNode
  /** Its name, where the heading is not a text of its own. */
  label?: string
  onClose: () => void
  /** Always visible at the foot: Cancel and the one action. */
  foot?: ReactNode
  /** Where it slides in from, and how it is used: menus stand at a side and are narrower. */
  kind?: 'panel' | 'menu-left'
  children: ReactNode
}

/**
 * Slides in over the page, holds the focus and gives it back. Render it while it is open.
 * Pages load the panels built on this when they are first opened: see `lazyDialog`.
 */
export function Panel({ heading, label, onClose, foot, kind = 'panel', children }: Props) {
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          className="panel"
          data-kind={kind}
          // A form is begun at its first field, unless that would throw up a phone's keyboard.
          initialFocus={() => (!isTouchDevice() && body.current?.querySelector('input, select')) || true}
          finalFocus={returnFocus}
          aria-label={label}
          aria-labelledby={label ? undefined : id}
        >
          <header>
            {label ? heading : <h2 id={id}>{heading}</h2>}
            <Dialog.Close className="btn btn--quiet btn--icon btn--sm" aria-label="Close">
              <CoreIcon name="close" />
            </Dialog.Close>
          </header>
          <div className="panel__body" ref={body}>
            {children}
          </div>
          {foot && <footer>{foot}</footer>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const isTouchDevice = () => window.matchMedia?.('(pointer: coarse)').matches
