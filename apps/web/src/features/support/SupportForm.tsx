import { support } from '@portico/contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../app/api.ts'
import { failureMessage } from '../../app/failure-message.ts'
import type { Area } from '../../app/stored.ts'
import { useUncontrolledForm } from '../../app/use-uncontrolled-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'

interface Props {
  /** The signed-in sender and their draft. */
  signedIn?: { area: Area; name: string; email: string; message: string }
  onMessage?: (message: string) => void
  onSent?: () => void
}

export function SupportForm({ signedIn, onMessage, onSent }: Props) {
  const [thanks, setThanks] = useState('')
  const { onSubmit, busy, blankText, failure } = useUncontrolledForm({
    names: ['name', 'email', 'message'],
    whenBlank: 'All fields are required.',
    send: async (typed, form) => {
      const website = form.get('website')
      const body = { ...typed, ...(website && { website: String(website) }) }
      setThanks((await call(support.ask, { body }, signedIn && { area: signedIn.area })).message)
      onSent?.()
    },
  })

  if (thanks) return <Thanks>{thanks}</Thanks>
  const { fields = {} } = failure ?? {}
  const named = Object.keys(fields).length > 0
  const formMessage = blankText || (failure && !named && failureMessage(failure).filter(Boolean).join(' '))
  return (
    <form className="form" method="post" noValidate onSubmit={onSubmit}>
      <Field label="Name" error={fields.name}>
        {(field) => (
          <input {...field} className="input" name="name" autoComplete="name" defaultValue={signedIn?.name} />
        )}
      </Field>
      <Field label="Email" hint="Where the answer goes." error={fields.email}>
        {(field) => (
          <input
            {...field}
            className="input"
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={signedIn?.email}
          />
        )}
      </Field>
      <Field label="Message" error={fields.message}>
        {(field) => (
          <textarea
            {...field}
            className="input"
            name="message"
            rows={7}
            defaultValue={signedIn?.message}
            onChange={(event) => onMessage?.(event.target.value)}
          />
        )}
      </Field>
      {!signedIn && <Honeypot />}
      {formMessage && <Notice danger>{formMessage}</Notice>}
      <Button
        type="submit"
        look="primary"
        size={signedIn ? undefined : 'lg'}
        busy={busy}
        busyLabel="Sending..."
        className="support__send"
      >
        Send
      </Button>
    </form>
  )
}

/** Takes the focus from the removed button, so that screen readers announce it. */
function Thanks({ children }: { children: string }) {
  const thanks = useRef<HTMLDivElement>(null)
  useEffect(() => thanks.current?.focus(), [])
  return (
    <div ref={thanks} tabIndex={-1}>
      <Notice>{children}</Notice>
    </div>
  )
}

/** A hidden field that only bots fill in. */
function Honeypot() {
  return (
    <div className="support__trap" aria-hidden="true">
      <label>
        Website
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
