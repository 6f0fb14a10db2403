import { isBlank } from '@portico/contract'
import { type FormEvent, useState } from 'react'
import { failureMessage } from '../../app/failure-message.ts'
import { useSubmit } from '../../app/use-submit.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'

interface Props {
  label: string
  /** Has a link mailed to this address, and brings back the server's sentence. */
  send: (email: string) => Promise<{ message: string }>
  /** What stands below until that has come. */
  hint: string
}

/** Asks for an address and has a link mailed to it. The answer never tells whether anybody has that address. */
export function RequestLinkForm({ label, send, hint }: Props) {
  const [complaint, setComplaint] = useState('')
  const [answer, setAnswer] = useState('')
  const { submit, busy, failure } = useSubmit(async (email: string) => {
    setAnswer((await send(email)).message)
  })

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    setAnswer('')
    setComplaint(isBlank(email) ? 'Please enter your email.' : '')
    if (!isBlank(email)) submit(email)
  }

  const said = complaint || (failure && failureMessage(failure).filter(Boolean).join(' '))
  return (
    <>
      <form className="form narrow__form" method="post" noValidate onSubmit={onSubmit}>
        <Field label={label} error={said}>
          {(field) => <input {...field} className="input" name="email" type="email" autoComplete="email" />}
        </Field>
        <Button type="submit" look="primary" size="lg" busy={busy} busyLabel="Sending...">
          Send me a link
        </Button>
      </form>
      <div role="status" className="narrow__answer">
        {answer ? <Note>{answer}</Note> : <p className="hint">{hint}</p>}
      </div>
    </>
  )
}
