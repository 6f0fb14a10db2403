import { paths, type projects } from '@portico/contract'
import { Link, useOutletContext } from 'react-router'
import { formatDateTime } from '../../ui/dates.ts'
import { loadWhenIdle } from '../../ui/load-when-idle.tsx'
import { ClientFeedback } from '../feedback/ClientFeedback.tsx'
import { ProjectFiles } from '../project-files/ProjectFiles.tsx'
import { ArchiveProjectButton } from '../projects/ArchiveProject.tsx'
import { DuplicateProjectButton } from '../projects/DuplicateProject.tsx'
import { StatusAndDueDateForms } from '../projects/StatusAndDueDateForms.tsx'
import { DeleteProjectButton } from './DeleteProjectButton.tsx'
import '../../ui/Facts.css'
import '../../ui/split.css'

const TeamNotes = loadWhenIdle(() => import('../team-notes/TeamNotes.tsx'))
const ProjectReceipts = loadWhenIdle(() => import('../reviews/ProjectReceipts.tsx'))

/** The first tab of a project: files, feedback, status and due date. */
export default function ProjectWork() {
  const project = useOutletContext<projects.Project>()
  const { id, archivedAt } = project
  return (
    <div className="split split--rail">
      {!archivedAt && <StatusAndDueDateForms key={`set ${id}`} project={project} />}
      <div className="body work">
        <ProjectFiles
          projectId={id}
          isReadOnly={archivedAt !== null}
          timeZone={project.timeZone}
          fromClient={`From ${project.Client.firstName}`}
        />
        <ClientFeedback key={id} projectId={id} isReadOnly={archivedAt !== null} />
      </div>
      <About project={project} />
    </div>
  )
}

function About({ project }: { project: projects.Project }) {
  const { id, firstName, lastName, email } = project.Client
  return (
    <aside className="rest" aria-label="About this project">
      <TeamNotes
        key={project.id}
        place={{ kind: 'project', id: project.id }}
        isReadOnly={project.archivedAt !== null}
      />
      <dl className="facts facts--closed">
        <div>
          <dt>Client</dt>
          <dd>
            <Link className="link" to={paths.freelancer.client(id)}>
              {firstName} {lastName}
            </Link>
            <span className="small muted fact__more">{email}</span>
          </dd>
        </div>
        <ProjectReceipts projectId={project.id} />
        <div>
          <dt>Created</dt>
          <dd className="num">
            <time dateTime={project.createdAt}>{formatDateTime(project.createdAt)}</time>
          </dd>
        </div>
      </dl>
      <div className="rail-acts">
        <DuplicateProjectButton key={`duplicate ${project.id}`} project={project} />
        <ArchiveProjectButton project={project} />
        <DeleteProjectButton project={project} />
      </div>
    </aside>
  )
}
