import { paths, type projects } from '@portico/contract'
import { Link } from 'react-router'
import { useLooksOnly } from '../../app/session.ts'
import { StatusBadge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { DueOrCompleted } from './DueDate.tsx'
import { TurnLabel } from './TurnLabel.tsx'
import { firstNameOf, ownTurnText } from './turn-text.ts'
import { waitingFor, waitingTexts } from './waiting-text.ts'
import '../../ui/Rows.css'
import './ProjectCard.css'

interface Props {
  project: projects.Project
  /** The full name; undefined until it has loaded. */
  freelancer: string | undefined
}

export function ProjectCard({ project, freelancer }: Props) {
  const { turn, turnReason } = project
  const name = firstNameOf(freelancer) || 'Your contact'
  const waiting = waitingTexts(waitingFor('client', project), name)
  const looksOnly = useLooksOnly()
  const isReason = turn === 'client' && turnReason !== 'passed'
  return (
    <article className="project-card">
      <div className="project-card__top">
        <StatusBadge status={project.archivedAt ? 'Archived' : project.status} />
        {turn && (
          <TurnLabel isMine={turn === 'client'}>
            {turn === 'client' ? ownTurnText(looksOnly) : `${name}’s turn`}
          </TurnLabel>
        )}
      </div>
      <h2 className="clamp-2" title={project.title}>
        <Link to={paths.client.project(project.id)}>{project.title}</Link>
      </h2>
      <p className="soft clamp-2">{project.description}</p>
      {waiting && (
        <p className="small project-card__waiting">
          {isReason ? waiting : `Also for ${looksOnly ? 'your colleagues' : 'you'}: ${waiting}`}
        </p>
      )}
      <footer>
        <span className="num">
          <DueOrCompleted project={project} />
        </span>
        <Icon name="forward" small />
      </footer>
    </article>
  )
}

export function ProjectCardsSkeleton() {
  return (
    <div className="project-cards">
      {['first', 'second', 'third'].map((card) => (
        <div key={card} className="project-card">
          <Skeleton short />
          <Skeleton tall />
          <Skeleton />
        </div>
      ))}
    </div>
  )
}
