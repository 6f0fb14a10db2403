import type { projects } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useOnScreen } from '../../app/on-screen.ts'
import { useHashTarget } from '../../app/use-hash-target.ts'
import { EmptyState, LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { AcceptAll } from './AcceptAll.tsx'
import { AddRequests } from './AddRequests.tsx'
import { RequestList } from './RequestList.tsx'
import { RequestsRail } from './RequestsRail.tsx'
import { countsText } from './request-text.ts'
import { requestsOf } from './requests.queries.ts'
import '../../ui/Field.css'
import '../../ui/Rows.css'
import '../../ui/split.css'
import './requests.css'

/** The freelancer's requests of a project: the list, the form for new ones below it, and the settings beside it. */
export function ProjectRequests({ project }: { project: projects.Project }) {
  const { data, error, isSuccess, isFetching, refetch } = useQuery(requestsOf(project.id))
  useOnScreen({ projectId: project.id, place: 'requests' }, { isLoaded: isSuccess })
  useHashTarget('request', { data, isFetching, hasNextPage: false, fetchNextPage })
  const { firstName } = project.Client
  const isReadOnly = project.archivedAt !== null
  const isEmpty = data?.requests.length === 0
  const form = data && !isReadOnly && (
    <AddRequests key={project.id} projectId={project.id} count={data.requests.length} />
  )
  return (
    <div className="split split--rail">
      <div className="body requests-page">
        {isEmpty && form}
        <section>
          <div className="section__head">
            <h2>Requests</h2>
            {data && <span className="muted num">{countsText(data.requests)}</span>}
            {data && !isReadOnly && <AcceptAll projectId={project.id} requests={data.requests} />}
          </div>
          {!data && !error && (
            <Loading says="Loading requests...">
              <SkeletonRows />
            </Loading>
          )}
          {!data && error && <LoadFailed title="The requests did not load" error={error} onRetry={refetch} />}
          {data?.requests.length === 0 && (
            <EmptyState title="Nothing asked yet." drawing="door">
              {!isReadOnly &&
                `List what you need from ${firstName}. It is answered in the portal, and ${firstName} is reminded until then.`}
            </EmptyState>
          )}
          {data && data.requests.length > 0 && (
            <RequestList key={project.id} project={project} requests={data.requests} />
          )}
        </section>
        {!isEmpty && form}
      </div>
      {data && <RequestsRail project={project} reminders={data.reminders} />}
    </div>
  )
}

/** The query has read all pages. */
const fetchNextPage = () => {}
