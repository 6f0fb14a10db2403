import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode, RefObject, SubmitEvent } from 'react'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import { useCloseOnBack } from './use-close-on-back.ts'
import { useReturnFocus } from './use-return-focus.ts'
import './ConfirmDialog.css'
import './Panel.css'

interface Props {
  title: string
  /** Usually a `Dialog.Description`. */
  description: ReactNode
  action: string
  /** The action while it runs. */
  doing: string
  busy: boolean
  /** The failure, shown above the buttons. */
  problem: string | undefined
  className: string
  form: RefObject<HTMLFormElement | null>
  initialFocus: RefObject<HTMLElement | null>
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form. It stays open while the form is sent. */
export function FormDialog({ title, description, busy, form, initialFocus, onClose, ...props }: Props) {
  const returnFocus = useReturnFocus()
  useCloseOnBack(() => busy || onClose())

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!busy) props.onSubmit()
  }

  return (
    <Dialog.Root open onOpenChange={(open) => open || busy || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog" initialFocus={initialFocus} finalFocus={returnFocus}>
          <Dialog.Title>{title}</Dialog.Title>
          {description}
          <form ref={form} className={props.className} method="post" noValidate onSubmit={submit}>
            {props.children}
            {props.problem && <Notice danger>{props.problem}</Notice>}
            <div className="actions">
              <Dialog.Close className="btn btn--secondary">Cancel</Dialog.Close>
              <Button type="submit" look="primary" busy={busy} busyLabel={props.doing}>
                {props.action}
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
