import { useState } from 'react'
import { failureMessage } from '../../app/failure-message.ts'
import { shareTypedEmail } from '../../app/typed-email.ts'
import { useUncontrolledForm } from '../../app/use-uncontrolled-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'

interface Props {
  label: string
  /** Requests the email; resolves to the server's message. */
  send: (email: string) => Promise<{ message: string }>
  /** Shown until there is a message. */
  hint?: string
}

/** Requests a link by email. The message does not reveal whether the address is known. */
export function RequestLinkForm({ label, send, hint }: Props) {
  const [message, setMessage] = useState('')
  const { onSubmit, busy, blankText, failure } = useUncontrolledForm({
    names: ['email'],
    whenBlank: 'Please enter your email.',
    send: async ({ email }) => {
      setMessage('')
      setMessage((await send(email)).message)
    },
  })

  const errorText = blankText || (failure && failureMessage(failure).filter(Boolean).join(' '))
  return (
    <>
      <form className="form narrow__form" method="post" noValidate onSubmit={onSubmit}>
        <Field label={label} error={errorText}>
          {(field) => (
            <input
              {...field}
              ref={shareTypedEmail}
              className="input"
              name="email"
              type="email"
              autoComplete="email"
            />
          )}
        </Field>
        <Button type="submit" look="primary" size="lg" busy={busy} busyLabel="Sending...">
          Send me a link
        </Button>
      </form>
      <div role="status" className="narrow__answer">
        {message && !errorText ? <Notice>{message}</Notice> : hint && <p className="hint">{hint}</p>}
      </div>
    </>
  )
}
