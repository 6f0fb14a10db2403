import { type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'
import { CloseButton } from './CloseButton.tsx'
import { Dialog } from './Dialog.tsx'

interface Props {
  heading: string
  question: string
  /** Counts what will be lost. */
  loss?: ReactNode
  /** The safe button: "Keep client". */
  keep: string
  /** The other one: "Delete Client". */
  confirm: string
  /** A way that loses nothing, between the two. */
  instead?: { label: string; busy: boolean; onChoose: () => void } | undefined
  /** Of the other one. */
  look?: 'danger' | 'primary'
  busy?: boolean
  busyLabel?: string
  onConfirm: () => void
  onClose: () => void
}

export default function ConfirmDialogBody(props: Props) {
  const {
    heading,
    question,
    loss,
    keep,
    instead,
    confirm,
    look = 'danger',
    busy = false,
    busyLabel,
    onConfirm,
    onClose,
  } = props
  const safe = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      alert
      title={heading}
      // Screen readers read what will be lost together with the question.
      hasDetails
      description={
        <>
          <p>{question}</p>
          {loss && <div className="loss">{loss}</div>}
        </>
      }
      busy={busy}
      initialFocus={safe}
      onClose={onClose}
    >
      <div className="actions">
        <CloseButton ref={safe}>{keep}</CloseButton>
        {instead && (
          <Button busy={instead.busy} onClick={instead.onChoose}>
            {instead.label}
          </Button>
        )}
        <Button look={look} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
