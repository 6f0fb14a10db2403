import { clients, isBlank } from '@portico/contract'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../app/api.ts'
import { failureSaid } from '../../app/failure.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/States.tsx'
import './clients.css'

export const emptyClient = { firstName: '', lastName: '', email: '', company: '', sendEmail: true }
export type ClientDraft = typeof emptyClient

interface Props {
  id: string
  draft: ClientDraft
  onChange: (part: Partial<ClientDraft>) => void
  error: ApiError | null
  onSubmit: (details: clients.NewClient) => void
}

const labels = { firstName: 'First name', lastName: 'Last name', email: 'Email', company: 'Company' }
type Name = keyof typeof labels
const names = Object.keys(labels) as Name[]

export function NewClientForm({ id, draft, onChange, error, onSubmit }: Props) {
  const [blank, setBlank] = useState<Name[]>([])
  const form = useRef<HTMLFormElement>(null)
  const complaints = blank.length ? required(blank) : (error?.fields ?? {})
  const said = blank.length ? clients.create.config.whenBlank : sayBeside(error, complaints)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const missing = names.filter((name) => isBlank(draft[name]))
    setBlank(missing)
    if (missing.length) focusFirst(event.currentTarget, missing)
    else onSubmit(draft)
  }

  useEffect(() => {
    if (error) focusFirst(form.current, Object.keys(error.fields))
  }, [error])

  const field = (name: Name) => (
    <Field label={labels[name]} error={complaints[name]}>
      {(tied) => (
        // Somebody else's particulars: what the browser knows about its owner is no help.
        <input
          {...tied}
          className="input"
          name={name}
          type={name === 'email' ? 'email' : 'text'}
          autoComplete="off"
          value={draft[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      <p className="soft new-client__lead">They come in by a link. No password, nothing to install.</p>
      <form ref={form} id={id} className="form" method="post" noValidate onSubmit={submit}>
        <div className="form__pair">
          {field('firstName')}
          {field('lastName')}
        </div>
        {field('email')}
        {field('company')}
        <label className="check">
          <span>
            <input
              type="checkbox"
              name="sendEmail"
              checked={draft.sendEmail}
              onChange={(event) => onChange({ sendEmail: event.target.checked })}
            />
            <Icon name="check" />
          </span>
          <span>Send the login link by e-mail</span>
        </label>
        {said && <Note danger>{said}</Note>}
      </form>
    </>
  )
}

const required = (blank: Name[]): Record<string, string> =>
  Object.fromEntries(blank.map((name) => [name, `${labels[name]} is required.`]))

/** What no field says already. */
function sayBeside(error: ApiError | null, complaints: Record<string, string>) {
  if (!error || names.some((name) => complaints[name] === error.message)) return undefined
  return failureSaid(error, { fallback: 'Failed to create client' }).filter(Boolean).join('. ')
}

function focusFirst(form: HTMLFormElement | null, [name]: string[]) {
  const field = name && form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
