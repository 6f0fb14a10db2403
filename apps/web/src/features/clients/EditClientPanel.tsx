import { type clients, isBlank } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useId } from 'react'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { useEdit } from '../../app/use-edit.ts'
import { Button } from '../../ui/Button.tsx'
import { FormFooter } from '../../ui/FormFooter.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useEmailsAreDelayed } from '../accounts/accounts.queries.ts'
import { ClientFields, type ClientText, clientFields, findMissingFields } from './ClientFields.tsx'
import { changeClient, createLoginLink } from './clients.queries.ts'
import { deliveryText, isHeldBack } from './email-text.ts'
import { LoginLink } from './LoginLink.tsx'
import './clients.css'

interface Props {
  client: clients.ClientDetail
  onClose: () => void
}

export default function EditClientPanel({ client, onClose }: Props) {
  const edit = useEdit(`edit-client.${client.id}`, textOf(client), findMissingFields)
  const { mutate, isPending, data: changed, error } = useMutation(changeClient(client))
  const link = useMutation(createLoginLink(client.id))
  const areEmailsDelayed = useEmailsAreDelayed()
  const busy = isPending || link.isPending
  const id = useId()
  const form = useFocusFirstError(edit.missing ?? error)
  const message = !edit.missing && formErrorText(error, clientFields, 'Failed to update client')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const changes = busy ? undefined : edit.changes()
    if (changes) mutate(withoutBlank(changes), { onSuccess: finish })
  }

  /** The earlier links have ended, so the new one is shown when no email was sent. */
  function finish({ emailStatus }: clients.ChangedClient) {
    if (!isHeldBack(emailStatus)) return close()
    edit.clearDraft()
    link.mutate(undefined, { onError: onClose })
  }

  function close() {
    edit.clearDraft()
    onClose()
  }

  // One panel for both states, so that the focus stays inside.
  if (changed && link.data) {
    return (
      <Panel
        heading="Client updated"
        onClose={onClose}
        foot={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <LoginLink
          lead="Only this link works now."
          delivery={deliveryText(changed.emailStatus, changed, areEmailsDelayed)}
          firstName={changed.firstName}
          loginUrl={link.data.loginUrl}
        />
      </Panel>
    )
  }
  return (
    <Panel
      heading="Edit client"
      onClose={() => busy || onClose()}
      foot={
        <FormFooter
          form={id}
          action="Update Client"
          doing="Updating..."
          busy={busy}
          untouched={edit.untouched}
          onCancel={close}
        />
      }
    >
      <form ref={form} id={id} className="form" method="post" noValidate onSubmit={submit}>
        <ClientFields
          values={edit.values}
          onChange={edit.change}
          complaints={edit.missing ?? error?.fields ?? {}}
          underEmail={
            <div role="status" className="edit-client__address">
              {isAnother(edit.values.email, client.email) && (
                <Notice>
                  With a new address, every link and session of this client ends, including any in use now.{' '}
                  {client.access.unsentInvitation === 'first-project'
                    ? 'The invitation still waits for the first project, and goes to the new address.'
                    : 'A new link is mailed to the new address, or shown here if that is not possible.'}
                </Notice>
              )}
            </div>
          }
        />
        {message && <Notice danger>{message}</Notice>}
      </form>
    </Panel>
  )
}

function textOf({ firstName, lastName, email, company }: clients.Client): ClientText {
  return { firstName, lastName, email, company: company ?? '' }
}

function withoutBlank({ company, ...others }: Partial<ClientText>): clients.ClientChange {
  if (company === undefined) return others
  return { ...others, company: isBlank(company) ? null : company }
}

function isAnother(typed: string, saved: string) {
  return !isBlank(typed) && typed.trim().toLowerCase() !== saved.toLowerCase()
}
