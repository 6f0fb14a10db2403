import type { FormFields, FormState } from '../../app/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'

interface Props {
  form: FormState & FormFields<'comment'>
  /** I don’t have it; Not needed. */
  label: string
  /** The freelancer's first name. */
  name: string
  onCancel: () => void
}

/** Says that there is nothing to give. Needs a second tap, so that a slip sends nothing. */
export function UnableAnswer({ form, label, name, onCancel }: Props) {
  return (
    <form
      ref={form.ref}
      className="answer-form"
      method="post"
      noValidate
      aria-label={label}
      onSubmit={form.submit}
    >
      <Field label={`${label}. What should ${name} know?`} isOptional error={form.errors.comment}>
        {(field) => (
          <textarea {...field} {...form.field('comment')} className="input" rows={2} readOnly={form.busy} />
        )}
      </Field>
      {form.problem && <Notice danger>{form.problem}</Notice>}
      <div className="answer-form__actions">
        <Button look="quiet" disabled={form.busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button ref={focusOnMount} type="submit" busy={form.busy} busyLabel="Sending...">
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
