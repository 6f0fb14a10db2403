import { paths } from '@portico/contract'
import { usePrefetchInfiniteQuery, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { OnScreen } from '../../app/on-screen.ts'
import type { PageHandle } from '../../app/page-handle.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useLooksOnly } from '../../app/session.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, LoadFailed, Loading } from '../../ui/States.tsx'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { feedbackList } from '../feedback/feedback.queries.ts'
import { LeaveFeedbackLink } from '../feedback/LeaveFeedback.tsx'
import { filesOf, uploadLimits } from '../files/files.queries.ts'
import { myProject } from '../projects/client-projects.queries.ts'
import { ClientProject } from './ClientProject.tsx'
import { ClientProjectSkeleton } from './ClientProjectSkeleton.tsx'
import './client-project.css'
import { InOtherPortal } from '../portals/InOtherPortal.tsx'

export const meta = privatePageMeta('My Projects')

const back = { to: paths.client.home, label: 'My Projects' }

const skeleton = (
  <Page heading="Project" back={back} actions={<span className="skeleton btn" aria-hidden="true" />}>
    <Loading says="Loading project...">
      <ClientProjectSkeleton />
    </Loading>
  </Page>
)

export const handle = { skeleton } satisfies PageHandle

export default function ClientProjectPage() {
  const { id = '' } = useParams()
  // All at once, and during render: `useQuery` alone would fetch the project after the first paint.
  usePrefetchQuery(myProject(id))
  usePrefetchInfiniteQuery(filesOf(id))
  usePrefetchInfiniteQuery(feedbackList(id))
  usePrefetchQuery(uploadLimits)
  const { data: project, error, refetch } = useQuery(myProject(id))
  const isSkeleton = useSkeleton(!project)
  const looksOnly = useLooksOnly()

  if (error?.status === 404) {
    return (
      <Page heading="Project" back={back}>
        <InOtherPortal>
          <EmptyState
            title="Project not found."
            drawing="shelf"
            action={
              <Link className="btn btn--secondary" to={back.to}>
                {back.label}
              </Link>
            }
          >
            It may have been deleted, or the link is old.
          </EmptyState>
        </InOtherPortal>
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
  if (!project || isSkeleton) return skeleton
  return (
    <Page
      heading={project.title}
      title={project.title}
      back={back}
      actions={project.archivedAt === null && !looksOnly && <LeaveFeedbackLink />}
    >
      <OnScreen thing={{ projectId: id, place: 'project' }} />
      <ClientProject project={project} />
    </Page>
  )
}
