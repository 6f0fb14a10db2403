import type { ReactNode, RefObject, SubmitEvent } from 'react'
import { Button } from './Button.tsx'
import { CloseButton } from './CloseButton.tsx'
import { Dialog } from './Dialog.tsx'
import { Notice } from './Notice.tsx'

interface Props {
  title: string
  description: ReactNode
  hasDetails?: boolean
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
export function FormDialog({
  action,
  doing,
  problem,
  className,
  form,
  onSubmit,
  children,
  ...dialog
}: Props) {
  const { busy } = dialog

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!busy) onSubmit()
  }

  return (
    <Dialog {...dialog}>
      <form ref={form} className={className} method="post" noValidate onSubmit={submit}>
        {children}
        {problem && <Notice danger>{problem}</Notice>}
        <div className="actions">
          <CloseButton>Cancel</CloseButton>
          <Button type="submit" look="primary" busy={busy} busyLabel={doing}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
