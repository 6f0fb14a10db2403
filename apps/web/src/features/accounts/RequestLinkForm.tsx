import { isBlank } from '@portico/contract'
import { type FormEvent, useState } from 'react'
import { failureMessage } from '../../app/failure-message.ts'
import { shareTypedEmail } from '../../app/typed-email.ts'
import { useSubmit } from '../../app/use-submit.ts'
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
  const [inputError, setInputError] = useState('')
  const [message, setMessage] = useState('')
  const { submit, busy, failure } = useSubmit(async (email: string) => {
    setMessage((await send(email)).message)
  })

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    setMessage('')
    setInputError(isBlank(email) ? 'Please enter your email.' : '')
    if (!isBlank(email)) submit(email)
  }

  const errorText = inputError || (failure && failureMessage(failure).filter(Boolean).join(' '))
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
        {message ? <Notice>{message}</Notice> : hint && <p className="hint">{hint}</p>}
      </div>
    </>
  )
}
