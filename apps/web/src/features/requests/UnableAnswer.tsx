import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'

interface Props {
  /** I don’t have it; Not needed. */
  label: string
  /** The freelancer's first name. */
  name: string
  comment: string
  error: string | undefined
  problem: string | undefined
  isSending: boolean
  onType: (comment: string) => void
  onSend: () => void
  onCancel: () => void
}

/** Says that there is nothing to give. Needs a second tap, so that a slip sends nothing. */
export function UnableAnswer(props: Props) {
  const { label, name, comment, error, problem, isSending, onType, onSend, onCancel } = props
  return (
    <form
      className="answer-form"
      method="post"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <Field
        label={
          <>
            {label}. What should {name} know? <span className="muted">(optional)</span>
          </>
        }
        error={error}
      >
        {(field) => (
          <textarea
            {...field}
            className="input"
            name="comment"
            rows={2}
            readOnly={isSending}
            value={comment}
            onChange={(event) => onType(event.target.value)}
          />
        )}
      </Field>
      {problem && <Notice danger>{problem}</Notice>}
      <div className="answer-form__actions">
        <Button look="quiet" disabled={isSending} onClick={onCancel}>
          Cancel
        </Button>
        <Button ref={focusOnMount} type="submit" busy={isSending} busyLabel="Sending...">
          Send “{label}”
        </Button>
      </div>
    </form>
  )
}

/** The button that opened the form is gone. The field would open a phone's keyboard. */
function focusOnMount(button: HTMLButtonElement | null) {
  if (document.activeElement === document.body) button?.focus({ preventScroll: true })
}
