import { paths, plural, type projects } from '@portico/contract'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { ApiError } from '../../app/api.ts'
import type { PageHandle } from '../../app/page-handle.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { areaOnScreen, useLooksOnly } from '../../app/session.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, LoadFailed, Loading } from '../../ui/States.tsx'
import { filesSummary } from '../files/files.queries.ts'
import { InOtherPortal } from '../portals/InOtherPortal.tsx'
import { myProject } from '../projects/client-projects.queries.ts'
import { oneProject } from '../projects/projects.queries.ts'
import { FileBrowser } from './FileBrowser.tsx'
import { fromClientText } from './from-client-text.ts'

export const meta = privatePageMeta('Files')

const skeleton = (
  <Page heading="Files" summary={'\u00a0'}>
    <Loading says="Loading files..." />
  </Page>
)

export const handle = { skeleton } satisfies PageHandle

/** All files of a project, for either side. */
export default function FilesPage() {
  const { id = '' } = useParams()
  const area = areaOnScreen()
  const looksOnly = useLooksOnly()
  const ofArea = area === 'freelancer' ? oneProject(id) : myProject(id)
  const { data: project, error, refetch } = useQuery(ofArea as UseQueryOptions<projects.Project, ApiError>)
  const { data: summary } = useQuery(filesSummary(id))
  const home = area === 'freelancer' ? paths.freelancer.projects : paths.client.home
  const back = { to: paths[area].project(id), label: project?.title ?? 'Project' }

  if (error?.status === 404) {
    return (
      <Page heading="Files" back={{ to: home, label: area === 'freelancer' ? 'Projects' : 'My Projects' }}>
        <InOtherPortal>
          <EmptyState
            title="Project not found."
            drawing="shelf"
            action={
              <Link className="btn btn--secondary" to={home}>
                {area === 'freelancer' ? 'Projects' : 'My Projects'}
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
      <Page heading="Files" back={back}>
        <LoadFailed title="Failed to load project" error={error} onRetry={refetch} />
      </Page>
    )
  }
  if (!project) return skeleton
  return (
    <Page
      heading="Files"
      title={project.title}
      summary={summary ? plural(summary.files, 'file') : '\u00a0'}
      back={back}
    >
      <FileBrowser
        key={id}
        projectId={id}
        isReadOnly={project.archivedAt !== null || looksOnly}
        timeZone={project.timeZone}
        fromClient={area === 'client' ? fromClientText(looksOnly) : `From ${project.Client.firstName}`}
      />
    </Page>
  )
}
