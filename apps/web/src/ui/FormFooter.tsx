import { Button } from './Button.tsx'

export interface FormFooterProps {
  /** The form's id. */
  form: string
  /** What the button says, and what it says while that is being done. */
  action: string
  doing: string
  busy: boolean
  /** There is nothing to be sent yet. */
  untouched?: boolean
  /** Throws away what was typed; a closing by mistake does not. */
  onCancel: () => void
}

/** At the foot of a panel with a form: the way out and the one action. */
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
