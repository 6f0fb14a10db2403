import type { clients } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { resendLogin } from './clients.queries.ts'
import { noEmailText } from './InviteChoice.tsx'

/** Why the client has not been invited yet, with the way to do it now. What waits for a confirmed address has its own notice. */
export function InvitationNotice({ client }: { client: clients.ClientDetail }) {
  const { mutate, isPending } = useMutation(resendLogin(client.id))
  const { unsentInvitation } = client.access
  if (client.archivedAt || unsentInvitation === null || unsentInvitation === 'unconfirmed') return null
  const [title, text] = textOf(unsentInvitation, client.firstName)
  return (
    <div className="confirm-notice">
      <Notice>
        <p>
          <strong>{title}</strong> {text}
        </p>
        <Button size="sm" busy={isPending} busyLabel="Sending..." onClick={() => mutate()}>
          Send now
        </Button>
      </Notice>
    </div>
  )
}

function textOf(unsent: Exclude<clients.UnsentInvitation, 'unconfirmed'>, firstName: string) {
  if (unsent === 'never') return ['You send the link yourself.', noEmailText(firstName)]
  if (unsent === 'first-project')
    return [
      'Invitation waits for the first project.',
      `${firstName} gets the email as soon as you create one.`,
    ]
  return [
    'The invitation was not sent.',
    `There were too many emails within the hour. Send it later, or copy a login link for ${firstName}.`,
  ]
}
