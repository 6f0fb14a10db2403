import type { clients } from '@portico/contract'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { LoginLink } from './LoginLink.tsx'

interface Props {
  client: clients.Client
  loginUrl: string
  onClose: () => void
}

/** After a reset nothing is mailed: an address may be why it was needed. */
export default function NewLinkPanel({ client: { firstName }, loginUrl, onClose }: Props) {
  return (
    <Panel
      heading="Access reset"
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <LoginLink
        lead="Only this link works now."
        way={`Nothing was mailed: send it to ${firstName} yourself.`}
        firstName={firstName}
        loginUrl={loginUrl}
      />
    </Panel>
  )
}
