import { paths } from '@portico/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { useOnScreen } from '../../app/on-screen.ts'
import { areaOnScreen, isPreview } from '../../app/session.ts'
import { useHashTarget } from '../../app/use-hash-target.ts'
import { useRestForPrint } from '../../app/use-rest-for-print.ts'
import { LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { AddFiles, EndedUploads } from '../files/AddFiles.tsx'
import { filesOf, filesSummary, type ListedFile, readFilesNow } from '../files/files.queries.ts'
import { NoFiles } from '../files/NoFiles.tsx'
import { DownloadAll } from './DownloadAll.tsx'
import { FileList, type FilesProps } from './FileList.tsx'
import { FileSections } from './FileSections.tsx'
import '../../ui/Drop.css'
import '../files/files.css'

const NONE: ListedFile[] = []
/** What stands below the files, such as feedback, has to stay within reach. */
const MAX_SHOWN = 20
/** Fewer are seen at a glance. */
const BROWSABLE_FROM = 6

/** The newest files of a project and the uploads to it, for freelancers and clients. */
export function ProjectFiles({ projectId, isReadOnly = false, timeZone, fromClient = '' }: FilesProps) {
  const query = useInfiniteQuery(filesOf(projectId))
  const { data, error, refetch } = query
  const section = useRef<HTMLElement>(null)
  useOnScreen({ projectId, place: 'files' }, { isLoaded: query.isSuccess, within: section })
  const [dropTarget, setDropTarget] = useState<string>()
  const files = data?.pages.flatMap(({ items }) => items)
  const hasSections = files?.some(({ sectionId }) => sectionId !== null) ?? false
  // A project with few files and no sections needs no count of them.
  const { data: summary } = useQuery({
    ...filesSummary(projectId),
    enabled: query.hasNextPage || hasSections,
  })
  const shown = files?.slice(0, MAX_SHOWN)
  const rest = useRestForPrint(
    data?.pages.at(-1)?.cursor,
    (cursor) => readFilesNow(projectId, cursor),
    files?.slice(MAX_SHOWN),
  )
  const { hash } = useLocation()
  useHashTarget('file', { ...query, hasNextPage: false })
  const filesPage = paths[areaOnScreen()].projectFiles(projectId)
  const count = query.hasNextPage ? summary?.files : files?.length
  const hasMore = files !== undefined && files.length > MAX_SHOWN
  if (hasMore && hash.startsWith('#file-') && !shown?.some(({ id }) => hash === `#file-${id}`))
    return <Navigate replace to={filesPage + hash} />
  return (
    <section ref={section} className="files" aria-busy={!files && !error}>
      <div className="section__head">
        <h2>Uploaded Files</h2>
        {files && files.length > 0 && (
          <span className="files__sum">
            {files.length >= BROWSABLE_FROM && (
              <Link className="btn btn--quiet btn--sm" to={filesPage}>
                Browse
              </Link>
            )}
            <DownloadAll projectId={projectId} label="Download all" />
            {files.some(({ versions }) => versions > 1) && (
              <DownloadAll projectId={projectId} versions="all" label="With all versions" />
            )}
            <span className="muted num">{count}</span>
          </span>
        )}
      </div>
      {isReadOnly && !isPreview() && (
        <EndedUploads key={projectId} projectId={projectId} files={files ?? NONE} />
      )}
      {!isReadOnly && (
        <AddFiles key={projectId} projectId={projectId} files={files ?? NONE} onDragOver={setDropTarget} />
      )}
      {!files && !error && (
        <Loading says="Loading files...">
          <SkeletonRows />
        </Loading>
      )}
      {!files && error && <LoadFailed title="The files did not load" error={error} onRetry={refetch} />}
      {files?.length === 0 && <NoFiles />}
      {summary && hasSections && (
        <FileSections
          summary={summary}
          fromClient={fromClient}
          linkTo={(section) => (section ? `${filesPage}?section=${section}` : filesPage)}
        />
      )}
      {shown && shown.length > 0 && (
        <FileList
          projectId={projectId}
          files={[...shown, ...rest]}
          isReadOnly={isReadOnly}
          timeZone={timeZone}
          dropTarget={dropTarget}
        />
      )}
      {hasMore && (
        <p className="files__all">
          <Link className="link" to={filesPage}>
            Show all {count ?? 'files'}
          </Link>
        </p>
      )}
    </section>
  )
}
