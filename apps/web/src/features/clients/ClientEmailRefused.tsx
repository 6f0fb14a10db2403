import type { clients } from '@portico/contract'
import { Button } from '../../ui/Button.tsx'
import { RefusedEmailNote } from '../accounts/RefusedEmailNote.tsx'

interface Props {
  client: clients.ClientDetail
  onChangeAddress: () => void
}

/** Says that the client is not notified, because the mail server refuses their address. Nobody emails an archived client. */
export function ClientEmailRefused({ client, onChangeAddress }: Props) {
  const { emailRefusal } = client.access
  if (client.archivedAt || !emailRefusal) return null
  return (
    <RefusedEmailNote
      email={client.email}
      refusal={emailRefusal}
      action={
        <Button size="sm" onClick={onChangeAddress}>
          Change the address
        </Button>
      }
    >
      Until one gets through, {client.firstName} is not notified by email. Change the address, or copy a login
      link and send it yourself.
    </RefusedEmailNote>
  )
}
