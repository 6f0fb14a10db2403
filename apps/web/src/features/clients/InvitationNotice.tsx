import type { clients } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { resendLogin } from './clients.queries.ts'

/** Why the client has not been invited yet, with the way to do it now. What waits for a confirmed address has its own notice. */
export function InvitationNotice({ client }: { client: clients.ClientDetail }) {
  const { mutate, isPending } = useMutation(resendLogin(client.id))
  const { unsentInvitation } = client.access
  if (client.archivedAt || unsentInvitation === null || unsentInvitation === 'unconfirmed') return null
  return (
    <div className="confirm-notice">
      <Notice>
        <p>
          <strong>
            {unsentInvitation === 'limited'
              ? 'The invitation was not sent.'
              : 'Invitation waits for the first project.'}
          </strong>{' '}
          {unsentInvitation === 'limited'
            ? `There were too many emails within the hour. Send it later, or copy a login link for ${client.firstName}.`
            : `${client.firstName} gets the email as soon as you create one.`}
        </p>
        <Button size="sm" busy={isPending} busyLabel="Sending..." onClick={() => mutate()}>
          Send now
        </Button>
      </Notice>
    </div>
  )
}
