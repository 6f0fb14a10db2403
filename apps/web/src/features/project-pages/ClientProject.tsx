import type { projects } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useLooksOnly } from '../../app/session.ts'
import { useRefetchAtMidnight } from '../../app/use-refetch-at-midnight.ts'
import { StatusBadge } from '../../ui/Badge.tsx'
import { formatDate } from '../../ui/dates.ts'
import { loadWhenIdle } from '../../ui/load-when-idle.tsx'
import { MailLink } from '../../ui/MailLink.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextWithLinks } from '../../ui/TextWithLinks.tsx'
import { ClientActivity } from '../activity/ClientActivity.tsx'
import { myFreelancer } from '../clients/clients.queries.ts'
import { LeaveFeedback } from '../feedback/LeaveFeedback.tsx'
import { fromClientText } from '../project-files/from-client-text.ts'
import { ProjectFiles } from '../project-files/ProjectFiles.tsx'
import { DueOrCompleted } from '../projects/DueDate.tsx'
import { RequestsLink } from '../projects/RequestsLink.tsx'
import { TurnForClient } from '../projects/TurnForClient.tsx'
import { UnsentFiles } from '../requests/UnsentFiles.tsx'
import { YourTurn } from './YourTurn.tsx'
import '../../ui/Facts.css'
import '../../ui/split.css'
import './client-project.css'

const ProjectReceipts = loadWhenIdle(() => import('../reviews/ProjectReceipts.tsx'))

export function ClientProject({ project }: { project: projects.Project }) {
  useRefetchAtMidnight(project.timeZone)
  const { data: freelancer } = useQuery(myFreelancer)
  const isArchived = project.archivedAt !== null
  const looksOnly = useLooksOnly()
  const isReadOnly = looksOnly || isArchived
  return (
    <>
      <p className="client-project__description">
        <TextWithLinks text={project.description} />
      </p>
      <div className="client-project__state">
        <StatusBadge status={project.status} />
        {isArchived && <StatusBadge status="Archived" />}
        <span className="small soft num">
          <DueOrCompleted project={project} />
        </span>
      </div>
      {isArchived && (
        <div className="client-project__archived">
          <Notice>This project is archived. You can read and download everything.</Notice>
        </div>
      )}
      <UnsentFiles projectId={project.id} />
      <TurnForClient project={project} freelancer={freelancer?.name} />
      <AskedRequests project={project} />
      <div className="split client-project__work">
        <div className="client-project__side">
          <YourTurn project={project} freelancer={freelancer?.name} />
          <ProjectFiles
            projectId={project.id}
            isReadOnly={isReadOnly}
            timeZone={project.timeZone}
            fromClient={fromClientText(looksOnly)}
          />
        </div>
        <div className="client-project__side">
          <LeaveFeedback
            key={project.id}
            projectId={project.id}
            freelancer={freelancer?.name ?? ''}
            isReadOnly={isReadOnly}
            isSecondary={project.turn === 'client'}
          />
          <ClientActivity key={`activity ${project.id}`} projectId={project.id} />
        </div>
      </div>
      <dl className="facts client-project__facts">
        <div>
          <dt>With</dt>
          <dd>{freelancer?.name ?? '\u00a0'}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{freelancer ? <MailLink email={freelancer.email} /> : '\u00a0'}</dd>
        </div>
        <ProjectReceipts projectId={project.id} />
        <div>
          <dt>Created on</dt>
          <dd className="num">{formatDate(project.createdAt)}</dd>
        </div>
      </dl>
    </>
  )
}

/** The link to the requests, unless the turn line links to them. */
function AskedRequests({ project }: { project: projects.Project }) {
  const looksOnly = useLooksOnly()
  const { requests, waiting } = project
  const isNamed = waiting.some(({ reason }) => reason === 'requests')
  if (!requests || requests.open + requests.answered === 0 || isNamed) return null
  return (
    <p className="small soft client-project__asked">
      {requests.open > 0 ? (
        <>
          <RequestsLink project={project} state="open" /> still open.
        </>
      ) : (
        <>
          {!looksOnly && 'You answered '}
          <RequestsLink project={project} state="answered" />
          {looksOnly && ' answered'}.
        </>
      )}
    </p>
  )
}
