import type { dashboard } from '@portico/contract'
import { Link } from 'react-router'
import { Bone } from '../../ui/States.tsx'
import { deadlinesSaid, overdueSaid } from './in-words.ts'

/** What is to be done next, in one line under the heading. */
export function SummarySentence({ summary }: { summary: dashboard.Summary | undefined }) {
  return <span className="in-short">{summary ? <Sentence {...summary} /> : <Bone />}</span>
}

function Sentence({ clients, recentProjects, upcomingDeadlines }: dashboard.Summary) {
  if (clients.used === 0) {
    return (
      <>
        <Link className="link" to="/clients">
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
        <Link className="link" to="/clients">
          a client
        </Link>
        .
      </>
    )
  }
  return (
    <>
      {deadlinesSaid(upcomingDeadlines)} <Overdue projects={recentProjects} />
    </>
  )
}

function Overdue({ projects }: { projects: dashboard.ListedProject[] }) {
  const late = projects.filter(({ overdue }) => overdue)
  const [first] = late
  if (!first) return null
  return (
    <>
      {overdueSaid(late.length, projects.length)}{' '}
      <Link className="late in-short__late" to={late.length === 1 ? `/projects/${first.id}` : '/projects'}>
        overdue
      </Link>
      .
    </>
  )
}
