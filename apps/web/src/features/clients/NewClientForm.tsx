import { clients, isBlank } from '@portico/contract'
import { type SubmitEvent, useState } from 'react'
import type { ApiError } from '../../app/api.ts'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { Notice } from '../../ui/Notice.tsx'
import { EmailNotice } from '../accounts/EmailNotice.tsx'
import { ClientFields, clientFields, findMissingFields } from './ClientFields.tsx'
import { type Invite, InviteChoice } from './InviteChoice.tsx'
import './clients.css'

export const emptyClient = { firstName: '', lastName: '', email: '', company: '', invite: 'now' as Invite }
export type ClientDraft = typeof emptyClient

interface Props {
  id: string
  draft: ClientDraft
  onChange: (part: Partial<ClientDraft>) => void
  error: ApiError | null
  onSubmit: (details: clients.NewClient) => void
}

export function NewClientForm({ id, draft, onChange, error, onSubmit }: Props) {
  const [missing, setMissing] = useState<Record<string, string>>()
  const form = useFocusFirstError(missing ?? error)
  const message = missing
    ? clients.create.config.whenBlank
    : formErrorText(error, clientFields, 'Failed to create client')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const found = findMissingFields(draft)
    const whole = Object.keys(found).length === 0
    setMissing(whole ? undefined : found)
    if (!whole) return
    // Named one by one, because a draft may be of an earlier version.
    const { firstName, lastName, email, company, invite } = draft
    onSubmit({ firstName, lastName, email, company: isBlank(company) ? null : company, invite })
  }

  return (
    <>
      <p className="soft new-client__lead">They come in by a link. No password, nothing to install.</p>
      <form ref={form} id={id} className="form" method="post" noValidate onSubmit={submit}>
        <ClientFields values={draft} onChange={onChange} complaints={missing ?? error?.fields ?? {}} />
        <EmailNotice />
        <InviteChoice value={draft.invite} onChange={(invite) => onChange({ invite })} />
        {message && <Notice danger>{message}</Notice>}
      </form>
    </>
  )
}
