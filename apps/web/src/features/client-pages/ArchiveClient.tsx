import { type clients, paths } from '@portico/contract'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ApiError } from '../../app/api.ts'
import { withPlansText } from '../../app/plans.tsx'
import { ArchivedBand } from '../../ui/ArchivedBand.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { OWNER_CHANGES_PLAN, usePlansLink } from '../billing/use-plans-link.ts'
import { changeClientArchived } from '../clients/clients.queries.ts'
import '../clients/clients.css'

type Archiving = UseMutationResult<clients.ChangedClient, ApiError, boolean, unknown>

/** One for the page, so that the band says why the plan is full, whichever button was pressed. */
export const useArchiving = (client: clients.Client): Archiving => useMutation(changeClientArchived(client))

interface Props {
  client: clients.Client
  archiving: Archiving
}

export function ArchiveClientButton({ client, archiving: { mutate, isPending } }: Props) {
  return (
    <Button look="quiet" busy={isPending} onClick={() => mutate(!client.archivedAt)}>
      <Icon name="archive" small />
      {client.archivedAt ? 'Bring back' : 'Archive Client'}
    </Button>
  )
}

export function ArchivedClientBand({ client, archiving }: Props) {
  const { mutate, isPending, error } = archiving
  if (!client.archivedAt) return null
  return (
    <ArchivedBand
      archivedAt={client.archivedAt}
      action={
        <Button size="sm" busy={isPending} onClick={() => mutate(false)}>
          Bring back
        </Button>
      }
    >
      {withPlansText(`${client.firstName} does not count towards your plan. `)}
      You can both read and download everything.
      {error?.code === 'CLIENT_LIMIT_REACHED' && <PlanFull message={error.message} />}
    </ArchivedBand>
  )
}

function PlanFull({ message }: { message: string }) {
  const plans = usePlansLink()
  const archive = (
    <Link className="link" to={paths.freelancer.clients}>
      {plans ? 'archive another client' : 'Archive another client'}
    </Link>
  )
  return (
    <span className="client__plan-full" role="alert">
      {message}{' '}
      {plans ? (
        <>
          <Link className="link" to={plans}>
            Choose another plan
          </Link>{' '}
          or {archive} first.
        </>
      ) : (
        <>
          {archive} first. {OWNER_CHANGES_PLAN}
        </>
      )}
    </span>
  )
}
