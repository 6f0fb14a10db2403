import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'
import { useCloseOnBack } from './use-close-on-back.ts'
import { useReturnFocus } from './use-return-focus.ts'
import './ConfirmDialog.css'
import './Panel.css'

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
  const returnFocus = useReturnFocus()
  useCloseOnBack(() => busy || onClose())
  return (
    <AlertDialog.Root open onOpenChange={(open) => open || busy || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim" />
        <AlertDialog.Popup className="dialog" initialFocus={safe} finalFocus={returnFocus}>
          <AlertDialog.Title>{heading}</AlertDialog.Title>
          {/* Screen readers read what will be lost together with the question. */}
          <AlertDialog.Description render={<div className="dialog__asks" />}>
            <p>{question}</p>
            {loss && <div className="loss">{loss}</div>}
          </AlertDialog.Description>
          <div className="actions">
            <AlertDialog.Close ref={safe} className="btn btn--secondary">
              {keep}
            </AlertDialog.Close>
            {instead && (
              <Button busy={instead.busy} onClick={instead.onChoose}>
                {instead.label}
              </Button>
            )}
            <Button look={look} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
