import { paths, type projects } from '@portico/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useParams } from 'react-router'
import { OnScreen } from '../../app/on-screen.ts'
import type { PageHandle } from '../../app/page-handle.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { StatusBadge } from '../../ui/Badge.tsx'
import { formatDay } from '../../ui/dates.ts'
import { loadWhenIdle } from '../../ui/load-when-idle.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, LoadFailed, Loading, Skeleton } from '../../ui/States.tsx'
import { TextWithLinks } from '../../ui/TextWithLinks.tsx'
import { useToday } from '../../ui/use-now.ts'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { ArchivedProjectBand } from '../projects/ArchiveProject.tsx'
import { completionText } from '../projects/completion-text.ts'
import { EditProject } from '../projects/EditProject.tsx'
import { findInLists, oneProject } from '../projects/projects.queries.ts'
import { ProjectSkeleton } from './ProjectSkeleton.tsx'
import { ProjectTabs } from './ProjectTabs.tsx'
import { ProjectTurn } from './ProjectTurn.tsx'
import { useProjectListUrl } from './use-project-list-url.ts'
import '../../ui/split.css'
import './ProjectPage.css'

const SeeProjectAsClient = loadWhenIdle(() => import('./SeeProjectAsClient.tsx'))

export const meta = privatePageMeta('Projects')
export const handle = { skeleton: skeletonWith(linkTo(paths.freelancer.projects)) } satisfies PageHandle

/** The head of a project, over its tabs. */
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
  const isSkeleton = useSkeleton(!project)
  const back = linkTo(useProjectListUrl())

  if (error?.status === 404) {
    return (
      <Page heading="Project" back={back}>
        <EmptyState
          title="Project not found."
          drawing="shelf"
          action={
            <Link className="btn btn--secondary" to={paths.freelancer.bin}>
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
  if (!project || isSkeleton) return skeletonWith(back)
  const { archivedAt } = project
  return (
    <Page
      heading={project.title}
      title={project.title}
      summary={
        <>
          <span className="project-description">
            <TextWithLinks text={project.description} />
          </span>
          <StatusAndDueDate {...project} />
        </>
      }
      back={back}
      actions={
        <>
          <SeeProjectAsClient key={`see ${id}`} project={project} />
          {!archivedAt && <EditProject key={id} project={project} />}
        </>
      }
    >
      <OnScreen thing={{ projectId: id, place: 'project' }} />
      {archivedAt && <ArchivedProjectBand key={id} project={project} archivedAt={archivedAt} />}
      <ProjectTurn project={project} />
      <ProjectTabs id={id} openRequests={project.requests?.open} answers={project.requests?.answered} />
      <Outlet context={project} />
    </Page>
  )
}

function linkTo(list: string) {
  return { to: list, label: 'Back to Projects' }
}

function skeletonWith(back: ReturnType<typeof linkTo>) {
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
