import type { projects } from '@portico/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { StatusBadge } from '../../ui/Badge.tsx'
import { formatDateTime, formatDay } from '../../ui/dates.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, LoadFailed, Loading, Skeleton } from '../../ui/States.tsx'
import { TextWithLinks } from '../../ui/TextWithLinks.tsx'
import { useToday } from '../../ui/use-now.ts'
import { ClientFeedback } from '../feedback/ClientFeedback.tsx'
import { ProjectFiles } from '../files/ProjectFiles.tsx'
import { ArchivedProjectBand, ArchiveProjectButton } from './ArchiveProject.tsx'
import { completionText } from './completion-text.ts'
import { DeleteProjectButton } from './DeleteProjectButton.tsx'
import { DueDateForm } from './DueDateForm.tsx'
import { EditProject } from './EditProject.tsx'
import { ProjectSkeleton } from './ProjectSkeleton.tsx'
import { findInLists, oneProject } from './projects.queries.ts'
import { StatusForm } from './StatusForm.tsx'
import { useProjectListUrl } from './use-project-list-url.ts'
import '../../ui/Facts.css'
import '../../ui/split.css'
import './ProjectPage.css'

export const meta = privatePageMeta('Projects')

export default function ProjectPage() {
  const { id = '' } = useParams()
  const client = useQueryClient()
  const {
    data: project,
    error,
    refetch,
  } = useQuery({
    ...oneProject(id),
    placeholderData: () => findInLists(client, id),
  })
  const back = { to: useProjectListUrl(), label: 'Back to Projects' }

  if (error?.status === 404) {
    return (
      <Page heading="Project" back={back}>
        <EmptyState
          title="Project not found."
          drawing="shelf"
          action={
            <Link className="btn btn--secondary" to="/bin">
              Look in the bin
            </Link>
          }
        >
          It may have been deleted, or the address is mistyped.
        </EmptyState>
      </Page>
    )
  }
  if (!project && error) {
    return (
      <Page heading="Project" back={back}>
        <LoadFailed title="Failed to load project" error={error} onRetry={refetch} />
      </Page>
    )
  }
  if (!project) {
    return (
      <Page
        heading={<LoadingTitle />}
        summary={<Skeleton />}
        back={back}
        actions={<span className="skeleton btn" aria-hidden="true" />}
      >
        <Loading says="Loading project...">
          <ProjectSkeleton />
        </Loading>
      </Page>
    )
  }
  const { archivedAt } = project
  return (
    <Page
      heading={project.title}
      title={project.title}
      summary={
        <>
          <span className="told">
            <TextWithLinks text={project.description} />
          </span>
          <StatusAndDueDate {...project} />
        </>
      }
      back={back}
      actions={!archivedAt && <EditProject key={id} project={project} />}
    >
      {archivedAt && <ArchivedProjectBand key={id} project={project} archivedAt={archivedAt} />}
      <div className="split split--rail">
        {!archivedAt && (
          <div className="form set">
            <StatusForm key={`status ${id}`} project={project} />
            <DueDateForm key={`due ${id}`} project={project} />
          </div>
        )}
        <div className="body work">
          <ProjectFiles projectId={id} isReadOnly={archivedAt !== null} />
          <ClientFeedback key={id} projectId={id} isReadOnly={archivedAt !== null} />
        </div>
        <About project={project} />
      </div>
    </Page>
  )
}

/** The heading exists from the start, so that it keeps the focus. */
function LoadingTitle() {
  return (
    <>
      <span className="vh">Project</span>
      <Skeleton tall />
    </>
  )
}

function StatusAndDueDate({ status, dueDate, overdue, completion, timeZone, archivedAt }: projects.Project) {
  const today = useToday(timeZone)
  return (
    <span className="glance">
      <StatusBadge status={status} />
      {archivedAt && <StatusBadge status="Archived" />}
      {completion ? completionText(completion, today) : <DueDateText dueDate={dueDate} overdue={overdue} />}
    </span>
  )
}

function DueDateText({ dueDate, overdue }: Pick<projects.Project, 'dueDate' | 'overdue'>) {
  if (!dueDate) return 'No deadline'
  if (!overdue) return `Due ${formatDay(dueDate)}`
  return <span className="late">Overdue, {formatDay(dueDate)}</span>
}

function About({ project }: { project: projects.Project }) {
  const { id, firstName, lastName, email } = project.Client
  return (
    <aside className="rest" aria-label="About this project">
      <dl className="facts facts--closed">
        <div>
          <dt>Client</dt>
          <dd>
            <Link className="link" to={`/clients/${id}`}>
              {firstName} {lastName}
            </Link>
            <span className="small muted fact__more">{email}</span>
          </dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd className="num">
            <time dateTime={project.createdAt}>{formatDateTime(project.createdAt)}</time>
          </dd>
        </div>
      </dl>
      <div className="rail-acts">
        <ArchiveProjectButton project={project} />
        <DeleteProjectButton project={project} />
      </div>
    </aside>
  )
}
