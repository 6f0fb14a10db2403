import { type dashboard, paths } from '@portico/contract'
import { Link } from 'react-router'
import { Skeleton } from '../../ui/States.tsx'
import { useToday } from '../../ui/use-now.ts'
import { alsoText, deadlinesText, overdueText, waitingText } from './summary-text.ts'

interface Props {
  summary: dashboard.Summary
  /** Of the clients that one is assigned to only. */
  mine: boolean
}

export function SummarySentence({ summary, mine }: Props) {
  return (
    <span className="in-short">
      <Sentence {...summary} mine={mine} />
    </span>
  )
}

export function SummarySkeleton() {
  return (
    <span className="in-short">
      <Skeleton />
    </span>
  )
}

function Sentence({
  clients,
  recentProjects,
  upcomingDeadlines,
  overdueProjects,
  waiting,
  hasArchivedProjects,
  timeZone,
  team,
  mine,
}: dashboard.Summary & { mine: boolean }) {
  const today = useToday(timeZone)
  const also = waiting.client?.alsoForYou ?? 0
  if (mine && recentProjects.length === 0)
    return team?.assigned === 0 ? 'You work with no client yet.' : 'Your own clients have no projects yet.'
  if (recentProjects.length === 0 && hasArchivedProjects) {
    return (
      <>
        All your projects are{' '}
        <Link className="link" to={paths.freelancer.archivedProjects}>
          archived
        </Link>
        .
      </>
    )
  }
  if (clients.used === 0) {
    return (
      <>
        <Link className="link" to={paths.freelancer.clients}>
          Create your first client
        </Link>
        , then a project for them.
      </>
    )
  }
  if (recentProjects.length === 0) {
    return (
      <>
        No projects yet. Create one for{' '}
        <Link className="link" to={paths.freelancer.clients}>
          a client
        </Link>
        .
      </>
    )
  }
  return (
    <>
      {waiting.freelancer ? (
        <Link className="link" to={paths.freelancer.projectsOfTurn('freelancer')}>
          {waitingText(waiting.freelancer.total)}
        </Link>
      ) : (
        <>
          {also === 0 && waitingText(0)} {deadlinesText(upcomingDeadlines, today)}
        </>
      )}{' '}
      {also > 0 && `${alsoText(also, waiting.freelancer?.total ?? 0)} `}
      <Overdue count={overdueProjects} known={recentProjects} />
    </>
  )
}

/** Links to the overdue project if it is the only one, else to the list of exactly these. */
function Overdue({ count, known }: { count: number; known: dashboard.ListedProject[] }) {
  if (count === 0) return null
  const late = count === 1 && known.find(({ overdue }) => overdue)
  return (
    <>
      {overdueText(count)}{' '}
      <Link
        className="late in-short__late"
        to={late ? paths.freelancer.project(late.id) : paths.freelancer.overdueProjects}
      >
        overdue
      </Link>
      .
    </>
  )
}
