import { Button } from './Button.tsx'

export interface FormFooterProps {
  /** The form's id. */
  form: string
  /** The label of the button, and its label while busy. */
  action: string
  doing: string
  busy: boolean
  /** There are no changes to send. */
  untouched?: boolean
  /** Discards the typed text; closing the panel does not. */
  onCancel: () => void
}

/** Cancel and Submit at the foot of a panel with a form. */
export function FormFooter({ form, action, doing, busy, untouched = false, onCancel }: FormFooterProps) {
  return (
    <>
      <Button look="quiet" disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        form={form}
        look="primary"
        disabled={untouched && !busy}
        busy={busy}
        busyLabel={doing}
      >
        {action}
      </Button>
    </>
  )
}
