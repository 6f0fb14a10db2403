import { isInPortal, pluralForm } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { areaOnScreen } from '../../app/session.ts'
import { formatDayWithoutThisYear, localDay } from '../../ui/dates.ts'
import { Page } from '../../ui/Page.tsx'
import { Quote } from '../../ui/Quote.tsx'
import { EmptyState, LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { useLocalDay } from '../../ui/use-now.ts'
import { InOtherPortal } from '../portals/InOtherPortal.tsx'
import { DisabledInPreview } from '../preview/DisabledInPreview.tsx'
import { projectPathOnScreen } from '../projects/project-path.ts'
import { useProjectParties } from '../projects/use-project-parties.ts'
import { memberText } from './decider-text.ts'
import { GroupDecision } from './GroupDecision.tsx'
import { GroupState } from './GroupState.tsx'
import { groupOf, type ListedGroup } from './reviews.queries.ts'
import './review-group.css'

export const meta = ({ location }: { location: { pathname: string } }) =>
  privatePageMeta(isInPortal(location.pathname) ? 'My Projects' : 'Projects')()

/** One question about several files: the client decides here on all of them, and the freelancer sees how it stands. */
export default function ReviewGroupPage() {
  const { id = '' } = useParams()
  const { data: group, error, refetch } = useQuery(groupOf(id))
  if (group) return <Group key={group.id} group={group} />
  return (
    <Page heading="Approval">
      {!error && (
        <Loading says="Loading files...">
          <SkeletonRows />
        </Loading>
      )}
      {error?.status === 404 && (
        <InOtherPortal>
          <EmptyState title="Nothing to approve here." drawing="shelf">
            The project may have been deleted, or the address is mistyped.
          </EmptyState>
        </InOtherPortal>
      )}
      {error && error.status !== 404 && (
        <LoadFailed title="Failed to load the files" error={error} onRetry={refetch} />
      )}
    </Page>
  )
}

function Group({ group }: { group: ListedGroup }) {
  const parties = useProjectParties({ id: group.projectId })
  const isClient = areaOnScreen() === 'client'
  const isOpen = group.reviews.some(({ state }) => state === 'open')
  const [{ message, askedBy }] = group.reviews as [ListedGroup['reviews'][number]]
  return (
    <Page
      heading={headingOf(group)}
      back={{ to: projectPathOnScreen(group.projectId), label: parties.title || 'Project' }}
    >
      {message && <Quote by={memberText(askedBy)}>{message}</Quote>}
      {isOpen && <Due group={group} />}
      {isOpen && isClient && !parties.isReadOnly ? (
        <DisabledInPreview>
          <GroupDecision group={group} parties={parties} />
        </DisabledInPreview>
      ) : (
        <GroupState group={group} parties={parties} />
      )}
    </Page>
  )
}

export function headingOf({ kind, reviews: { length } }: ListedGroup) {
  return kind === 'one'
    ? `Choose one of ${length} files`
    : `Approve ${pluralForm(length, 'a file', `${length} files`)}`
}

function Due({ group: { reviews } }: { group: ListedGroup }) {
  const today = useLocalDay()
  const open = reviews.find(({ state }) => state === 'open')
  if (!open) return null
  const { dueDate, overdue, createdAt } = open
  return (
    <p className="small soft group__due">
      Asked {formatDayWithoutThisYear(localDay(createdAt), today)}
      {dueDate && (
        <span className={overdue ? 'review__overdue' : undefined}>
          , {overdue ? 'overdue since' : 'answer by'} {formatDayWithoutThisYear(dueDate, today)}
        </span>
      )}
      .
    </p>
  )
}
