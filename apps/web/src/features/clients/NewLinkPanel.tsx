import type { clients } from '@portico/contract'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { LoginLink } from './LoginLink.tsx'

interface Props {
  client: clients.Client
  loginUrl: string
  heading: string
  lead: string
  /** How it gets to the client. */
  way: string
  onClose: () => void
}

/** Shows a link that was just made, to be handed over. */
export default function NewLinkPanel({ client, loginUrl, heading, lead, way, onClose }: Props) {
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
      <LoginLink lead={lead} way={way} firstName={client.firstName} loginUrl={loginUrl} />
    </Panel>
  )
}
