import { clients, isBlank } from '@portico/contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../../app/api.ts'
import { failureSaid } from '../../app/failure.ts'
import { useSubmit } from '../../app/use-submit.ts'
import { Button } from '../../ui/Button.tsx'
import { Drawing } from '../../ui/Drawing.tsx'
import { Field } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'

/** What happened, and the form that mails a fresh link. Its answer never tells whether there is such a client. */
export function RequestLink({ heading, children }: { heading: string; children: ReactNode }) {
  const [complaint, setComplaint] = useState('')
  const [answer, setAnswer] = useState('')
  const { submit, busy, failure } = useSubmit(async (email: string) => {
    setAnswer((await call(clients.requestLink, { body: { email } })).message)
  })

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    setAnswer('')
    setComplaint(isBlank(email) ? 'Please enter your email.' : '')
    if (!isBlank(email)) submit(email)
  }

  const said = complaint || (failure && failureSaid(failure).filter(Boolean).join(' '))
  return (
    <>
      <Drawing name="door" />
      <h1 tabIndex={-1}>{heading}</h1>
      <p>{children}</p>
      <form className="form narrow__form" method="post" noValidate onSubmit={onSubmit}>
        <Field label="Your email" error={said}>
          {(field) => <input {...field} className="input" name="email" type="email" autoComplete="email" />}
        </Field>
        <Button type="submit" look="primary" size="lg" busy={busy} busyLabel="Sending...">
          Send me a link
        </Button>
      </form>
      <div role="status" className="narrow__answer">
        {answer ? (
          <Note>{answer}</Note>
        ) : (
          <p className="hint">
            If your freelancer has invited this address, the link arrives within a minute.
          </p>
        )}
      </div>
    </>
  )
}
