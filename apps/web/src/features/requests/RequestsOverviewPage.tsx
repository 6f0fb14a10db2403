import { paths, type requests } from '@portico/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { formatCounts } from '../../ui/count-text.ts'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { EmptyState, LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { useLocalDay } from '../../ui/use-now.ts'
import { requestsOnAllProjects } from './all-requests.queries.ts'
import { RequestBadge } from './RequestBadge.tsx'
import { answerText, dayText, dueText, kindText } from './request-text.ts'
import '../../ui/Rows.css'
import './overview.css'

export const meta = privatePageMeta('Requests')

const states = { Open: 'open', 'To look at': 'answered', Accepted: 'accepted', All: undefined } as const
type Filter = keyof typeof states
const filters = Object.keys(states) as Filter[]

export default function RequestsOverviewPage() {
  const [params, setParams] = useSearchParams()
  const filter = filters.find((one) => (states[one] ?? 'all') === params.get('state')) ?? 'Open'
  const query = useInfiniteQuery(requestsOnAllProjects(states[filter]))
  const all = query.data?.pages.flatMap(({ items }) => items)
  return (
    <Page heading="Requests" summary="What you asked your clients for, on all projects.">
      <Segments
        label="State"
        options={filters}
        value={filter}
        onChange={(chosen) =>
          setParams({ state: states[chosen] ?? 'all' }, { replace: true, preventScrollReset: true })
        }
      />
      <p className="vh" role="status">
        {all && (formatCounts([[all.length, 'request', 'requests']]) || 'No requests')}
      </p>
      {!all && !query.error && (
        <Loading says="Loading requests...">
          <SkeletonRows count={5} />
        </Loading>
      )}
      {!all && query.error && (
        <LoadFailed title="The requests did not load" error={query.error} onRetry={query.refetch} />
      )}
      {all?.length === 0 && (
        <EmptyState title={emptyTexts[filter]} drawing="shelf">
          You ask for files and texts on the page of a project.
        </EmptyState>
      )}
      {all && all.length > 0 && (
        <ul className="rows requests-overview" aria-label="Requests">
          {all.map((request) => (
            <Row key={request.id} request={request} />
          ))}
        </ul>
      )}
      <MoreRows query={query} />
    </Page>
  )
}

const emptyTexts: Record<Filter, string> = {
  Open: 'No client owes you an answer.',
  'To look at': 'No answer waits for you.',
  Accepted: 'Nothing accepted yet.',
  All: 'Nothing asked yet.',
}

function Row({ request }: { request: requests.RequestInProject }) {
  const { id, title, kind, state, overdue, project, client } = request
  const today = useLocalDay()
  const due = state === 'open' ? dueText(request, today) : ''
  return (
    <li className="requests-overview__row">
      <div className="requests-overview__text">
        <span className="row__title">
          <Link to={paths.freelancer.request(project.id, id)} dir="auto">
            {title}
          </Link>
        </span>
        <div className="row__sub">
          <bdi>
            {client.firstName} {client.lastName}
          </bdi>
          , <bdi>{project.title}</bdi>
        </div>
        <div className="row__sub muted">
          {answerText(request) || `${kindText[kind]}, asked on ${dayText(request.createdAt, today)}`}
          {due && <span className={overdue ? 'late' : undefined}>. {due}</span>}
        </div>
      </div>
      <RequestBadge request={request} />
    </li>
  )
}
