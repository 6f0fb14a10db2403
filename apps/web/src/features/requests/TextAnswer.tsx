import { isBlank } from '@portico/contract'
import { useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CoreIcon } from '../../ui/CoreIcon.tsx'
import '../../ui/Field.css'

interface Props {
  text: string
  /** The id of the heading with the title of the request. */
  labelledBy: string
  submit: string
  isPrimary: boolean
  error: string | undefined
  isSending: boolean
  onType: (text: string) => void
  onSend: () => void
}

export function TextAnswer({ text, labelledBy, submit, isPrimary, error, isSending, onType, onSend }: Props) {
  const errorId = useId()
  return (
    <form
      className="answer-form"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBlank(text)) onSend()
      }}
    >
      <textarea
        className="input"
        name="text"
        rows={4}
        aria-labelledby={labelledBy}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        readOnly={isSending}
        value={text}
        onChange={(event) => onType(event.target.value)}
      />
      {error && (
        <span className="error" id={errorId}>
          <CoreIcon name="alert" />
          {error}
        </span>
      )}
      <div className="answer-form__actions">
        <Button
          type="submit"
          className="btn--wraps"
          look={isPrimary ? 'primary' : 'secondary'}
          disabled={isBlank(text)}
          busy={isSending}
          busyLabel="Sending..."
        >
          {submit}
        </Button>
      </div>
    </form>
  )
}
