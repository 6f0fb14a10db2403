import { isInPortal, paths } from '@portico/contract'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { PageHandle } from '../../app/page-handle.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { areaOnScreen } from '../../app/session.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, LoadFailed } from '../../ui/States.tsx'
import { filePath } from '../files/file-path.ts'
import { InOtherPortal } from '../portals/InOtherPortal.tsx'
import { FileViewer } from './FileViewer.tsx'
import { useViewedVersion } from './use-viewed-version.ts'
import { ViewerSkeleton } from './ViewerSkeleton.tsx'

export const handle = { fillsWindow: true } satisfies PageHandle

export const meta = ({ location }: { location: { pathname: string } }) =>
  privatePageMeta(isInPortal(location.pathname) ? 'My Projects' : 'Projects')()

/** Serves both areas. */
export default function FilePage() {
  const { id = '' } = useParams()
  const { viewed, versions, error, refetch } = useViewedVersion(id)
  const isClient = areaOnScreen() === 'client'
  const back = isClient
    ? { to: paths.client.home, label: 'My Projects' }
    : { to: paths.freelancer.projects, label: 'Projects' }

  if (error?.status === 404) {
    return (
      <FramedPage back={back}>
        <InOtherPortal>
          <EmptyState
            title="File not found."
            drawing="shelf"
            action={
              <Link className="btn btn--secondary" to={isClient ? back.to : paths.freelancer.bin}>
                {isClient ? back.label : 'Look in the bin'}
              </Link>
            }
          >
            It may have been deleted, or the address is mistyped.
          </EmptyState>
        </InOtherPortal>
      </FramedPage>
    )
  }
  if (!viewed && error) {
    return (
      <FramedPage back={back}>
        <LoadFailed title="Failed to load file" error={error} onRetry={refetch} />
      </FramedPage>
    )
  }
  if (viewed === null) {
    return (
      <FramedPage back={back}>
        <EmptyState
          title="Version not found."
          drawing="shelf"
          action={
            <Link className="btn btn--secondary" to={filePath(id)}>
              Show the file
            </Link>
          }
        >
          It may have been deleted.
        </EmptyState>
      </FramedPage>
    )
  }
  if (!viewed) return <ViewerSkeleton />
  return <FileViewer key={id} file={viewed} versions={versions} />
}

function FramedPage({ back, children }: { back: { to: string; label: string }; children: ReactNode }) {
  return (
    <div className="main">
      <Page heading="File" back={back}>
        {children}
      </Page>
    </div>
  )
}
