import { isBlank } from '@portico/contract'
import { useId } from 'react'
import type { FormFields, FormState } from '../../app/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx'
import { CoreIcon } from '../../ui/CoreIcon.tsx'
import '../../ui/Field.css'

interface Props {
  form: FormState & FormFields<'text'>
  /** The id of the heading with the title of the request. */
  labelledBy: string
  submit: string
  isPrimary: boolean
  /** Sends the files that go with it. Absent without any: then there has to be a text. */
  onSendFiles?: (() => void) | undefined
}

export function TextAnswer({ form, labelledBy, submit, isPrimary, onSendFiles }: Props) {
  const errorId = useId()
  const error = form.errors.text
  const text = form.field('text')
  return (
    <form
      ref={form.ref}
      className="answer-form"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBlank(text.value)) form.submit()
        else onSendFiles?.()
      }}
    >
      <textarea
        {...text}
        className="input"
        rows={4}
        aria-labelledby={labelledBy}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        readOnly={form.busy}
      />
      {error && (
        <span className="error" id={errorId}>
          <CoreIcon name="alert" />
          {error}
        </span>
      )}
      {form.conflicts
        .filter(({ name }) => name === 'text')
        .map((conflict) => (
          <ChangedMeanwhile key={conflict.name} conflict={conflict} />
        ))}
      <div className="answer-form__actions">
        <Button
          type="submit"
          className="btn--wraps"
          look={isPrimary ? 'primary' : 'secondary'}
          disabled={isBlank(text.value) && !onSendFiles}
          busy={form.busy}
          busyLabel="Sending..."
        >
          {submit}
        </Button>
      </div>
    </form>
  )
}
