import { paths } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { OnScreen } from '../../app/on-screen.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { myFreelancer } from '../clients/clients.queries.ts'
import { myProject } from '../projects/client-projects.queries.ts'
import { firstNameOf } from '../projects/turn-text.ts'
import { ClientRequests } from '../requests/ClientRequests.tsx'
import { requestsOf } from '../requests/requests.queries.ts'
import '../../ui/Rows.css'
import '../requests/client-requests.css'
import { InOtherPortal } from '../portals/InOtherPortal.tsx'

export const meta = privatePageMeta('Requests')

export default function ClientRequestsPage() {
  const { id = '' } = useParams()
  const { data: project, error: projectError, refetch: refetchProject } = useQuery(myProject(id))
  const { data, error: requestsError, refetch } = useQuery(requestsOf(id))
  const { data: freelancer } = useQuery(myFreelancer)
  const back = { to: paths.client.project(id), label: project?.title ?? 'Project' }
  const name = firstNameOf(freelancer?.name) || 'Your contact'
  const error = (!project && projectError) || (!data && requestsError)

  if (error && error.status === 404) {
    return (
      <Page heading="Requests" back={{ to: paths.client.home, label: 'My Projects' }}>
        <InOtherPortal>
          <EmptyState
            title="Project not found."
            drawing="shelf"
            action={
              <Link className="btn btn--secondary" to={paths.client.home}>
                My Projects
              </Link>
            }
          >
            It may have been deleted, or the link is old.
          </EmptyState>
        </InOtherPortal>
      </Page>
    )
  }
  if (error) {
    return (
      <Page heading="Requests" back={back}>
        <LoadFailed
          title="The requests did not load"
          error={error}
          onRetry={() => {
            refetchProject()
            refetch()
          }}
        />
      </Page>
    )
  }
  if (!project || !data) {
    return (
      <Page heading="Requests" summary={'\u00a0'} back={back}>
        <Loading says="Loading requests...">
          <SkeletonRows />
        </Loading>
      </Page>
    )
  }
  return (
    <>
      <OnScreen thing={{ projectId: id, place: 'requests' }} />
      <ClientRequests
        key={id}
        project={project}
        requests={data.requests}
        staged={data.stagedFiles}
        name={name}
        back={back}
      />
    </>
  )
}
