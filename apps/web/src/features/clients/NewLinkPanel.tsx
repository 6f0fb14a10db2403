import type { clients } from '@portico/contract'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { LoginLink } from './LoginLink.tsx'

interface Props {
  client: clients.Client
  loginUrl: string
  heading: string
  lead: string
  /** How the link gets to the client. */
  delivery: string
  onClose: () => void
}

export default function NewLinkPanel({ client, loginUrl, heading, lead, delivery, onClose }: Props) {
  return (
    <Panel
      heading={heading}
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <LoginLink lead={lead} delivery={delivery} firstName={client.firstName} loginUrl={loginUrl} />
    </Panel>
  )
}
