import { paths } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { ApiError } from '../../app/api.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { Page } from '../../ui/Page.tsx'
import { LoadFailed } from '../../ui/States.tsx'
import { InOtherPortal } from '../portals/InOtherPortal.tsx'
import { myProject } from '../projects/client-projects.queries.ts'
import { ActivityList } from './ActivityList.tsx'

export const meta = privatePageMeta('Activity')

export default function ClientActivityPage() {
  const { id = '' } = useParams()
  const { data: project, error, refetch } = useQuery(myProject(id))
  return (
    <Page
      heading="Activity"
      title={project?.title}
      summary={project ? `What has happened on ${project.title}.` : '\u00a0'}
      back={{ to: paths.client.project(id), label: project?.title ?? 'Project' }}
    >
      <div className="activity-page">
        {!project && error ? (
          <NotLoaded error={error} onRetry={refetch} />
        ) : (
          <ActivityList projectId={id} dayHeading="h2" />
        )}
      </div>
    </Page>
  )
}

function NotLoaded({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const failed = <LoadFailed title="Failed to load project" error={error} onRetry={onRetry} />
  return error.status === 404 ? <InOtherPortal>{failed}</InOtherPortal> : failed
}
