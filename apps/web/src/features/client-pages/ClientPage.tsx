import { paths } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { OnScreen } from '../../app/on-screen.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { StatusBadge } from '../../ui/Badge.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, LoadFailed, Loading } from '../../ui/States.tsx'
import { oneClient } from '../clients/clients.queries.ts'
import { fullName } from '../clients/full-name.ts'
import { ClientActions, ClientBody } from './ClientDetails.tsx'
import { ClientActionsSkeleton, ClientSkeleton } from './ClientSkeleton.tsx'

export const meta = privatePageMeta('Clients')

const back = { to: paths.freelancer.clients, label: 'Back' }

export default function ClientPage() {
  const { id = '' } = useParams()
  const { data: client, error, refetch } = useQuery(oneClient(id))

  if (error?.status === 404) {
    return (
      <Page heading="Client" back={back}>
        <EmptyState
          title="Client not found."
          drawing="shelf"
          action={
            <Link className="btn btn--secondary" to={back.to}>
              Back to Clients
            </Link>
          }
        >
          They may have been deleted, or the address is mistyped.
        </EmptyState>
      </Page>
    )
  }
  if (!client && error) {
    return (
      <Page heading="Client" back={back}>
        <LoadFailed title="Failed to load client" error={error} onRetry={refetch} />
      </Page>
    )
  }
  if (!client) {
    return (
      <Page heading="Client" back={back} actions={<ClientActionsSkeleton />}>
        <Loading says="Loading client...">
          <ClientSkeleton />
        </Loading>
      </Page>
    )
  }
  const name = fullName(client)
  return (
    <Page
      heading={name}
      title={name}
      back={back}
      summary={client.archivedAt && <StatusBadge status="Archived" />}
      actions={<ClientActions key={id} client={client} />}
    >
      <OnScreen thing={{ clientId: id }} />
      <ClientBody key={id} client={client} />
    </Page>
  )
}
