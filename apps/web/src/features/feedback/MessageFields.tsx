import { isBlank } from '@portico/contract'
import { useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ChangedMeanwhile, type Conflict } from '../../ui/ChangedMeanwhile.tsx'
import '../../ui/Field.css'
import type { MessageForm } from './use-message-form.ts'

interface Props {
  form: MessageForm
  label: string
  hasVisibleLabel?: boolean
  submit: string
  /** Of a message that is edited. */
  conflict?: Conflict | undefined
  focusRef?: (field: HTMLTextAreaElement | null) => void
}

/** The form below a message, in which a reply is written or the message edited. */
export function MessageFields({ form, label, hasVisibleLabel = false, submit, conflict, focusRef }: Props) {
  const id = useId()
  return (
    <form
      className="feedback__form"
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <label className={hasVisibleLabel ? 'small' : 'vh'} htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={focusRef}
        id={id}
        className="input"
        name="message"
        rows={3}
        value={form.message}
        onChange={(event) => form.type(event.target.value)}
      />
      {conflict && <ChangedMeanwhile conflict={conflict} />}
      <div className="feedback__act">
        <Button look="quiet" onClick={form.cancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={isBlank(form.message)} busy={form.isSending}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
