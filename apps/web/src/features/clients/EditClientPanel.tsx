import { type clients, isBlank } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { useDraft } from '../../app/draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { saidBeside, useFocusOnFault } from '../accounts/form-faults.ts'
import { ClientFields, type ClientText, clientFields, whatIsMissing } from './ClientFields.tsx'
import { changeClient } from './clients.queries.ts'
import './clients.css'

interface Props {
  client: clients.Client
  onClose: () => void
}

/** Holds what was touched and not yet saved; everything else is as the server has it. */
export default function EditClientPanel({ client, onClose }: Props) {
  const formId = useId()
  const { draft, change, forget } = useDraft<Partial<ClientText>>(`edit-client.${client.id}`, {})
  const [missing, setMissing] = useState<Record<string, string>>()
  const { mutate, isPending, error } = useMutation(changeClient(client))
  const form = useFocusOnFault(missing ?? error)

  const saved = textOf(client)
  const values = { ...saved, ...draft }
  const touched = clientFields.filter((name) => values[name] !== saved[name])
  const said = !missing && saidBeside(error, clientFields, 'Failed to update client')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending || touched.length === 0) return
    const found = whatIsMissing(values, ['firstName', 'lastName', 'email'])
    const whole = Object.keys(found).length === 0
    setMissing(whole ? undefined : found)
    // Only what was touched is sent, so that nothing changed elsewhere is put back.
    const changes = Object.fromEntries(touched.map((name) => [name, values[name]]))
    if (whole) mutate(withoutBlank(changes), { onSuccess: close })
  }

  function close() {
    forget()
    onClose()
  }

  return (
    <Panel
      heading="Edit client"
      onClose={() => isPending || onClose()}
      foot={
        <>
          <Button look="quiet" disabled={isPending} onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            look="primary"
            disabled={touched.length === 0 && !isPending}
            busy={isPending}
            busyLabel="Updating..."
          >
            Update Client
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className="form" method="post" noValidate onSubmit={submit}>
        <ClientFields
          values={values}
          onChange={change}
          complaints={missing ?? error?.fields ?? {}}
          underEmail={
            <div role="status" className="edit-client__address">
              {isAnother(values.email, saved.email) && (
                <Note>
                  With a new address every link and session of this client ends, also those they use now. A
                  new link is mailed to the new address.
                </Note>
              )}
            </div>
          }
        />
        {said && <Note danger>{said}</Note>}
      </form>
    </Panel>
  )
}

function textOf({ firstName, lastName, email, company }: clients.Client): ClientText {
  return { firstName, lastName, email, company: company ?? '' }
}

/** A company may be taken away. */
function withoutBlank({ company, ...others }: Partial<ClientText>): clients.ClientChange {
  if (company === undefined) return others
  return { ...others, company: isBlank(company) ? null : company }
}

/** Addresses are compared without case. */
function isAnother(typed: string, saved: string) {
  return !isBlank(typed) && typed.trim().toLowerCase() !== saved.toLowerCase()
}
