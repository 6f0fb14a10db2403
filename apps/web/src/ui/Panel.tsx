import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useId, useRef } from 'react'
import { CoreIcon } from './CoreIcon.tsx'
import { useCloseOnBack } from './use-close-on-back.ts'
import { useReturnFocus } from './use-return-focus.ts'
import './Panel.css'

interface Props {
  heading: ReactNode
  label?: string
  onClose: () => void
  foot?: ReactNode
  /** Menus are at a side and narrower. */
  kind?: 'panel' | 'menu-left'
  children: ReactNode
}

/**
 * Slides in over the page, traps the focus and returns it. Render it while it is open. Panels are loaded on first use
 * (`lazyDialog`).
 */
export function Panel({ heading, label, onClose, foot, kind = 'panel', children }: Props) {
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const returnFocus = useReturnFocus()
  useCloseOnBack(onClose)
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          className="panel"
          data-kind={kind}
          // Focuses the first field of a form, except where that would open a phone's keyboard.
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
