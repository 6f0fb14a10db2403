import type { files as contract } from '@portico/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isPreview } from '../../app/session.ts'
import { useHashTarget } from '../../app/use-hash-target.ts'
import { useRestForPrint } from '../../app/use-rest-for-print.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { AddFiles, EndedUploads } from '../files/AddFiles.tsx'
import { filesOf, type ListedFile, readFilesNow, zipLink } from '../files/files.queries.ts'
import { NoFiles } from '../files/NoFiles.tsx'
import { FileList, type FilesProps } from './FileList.tsx'
import '../../ui/Drop.css'
import '../files/files.css'

const NONE: ListedFile[] = []

/** The files of a project and the uploads to it, for freelancers and clients. */
export function ProjectFiles({ projectId, isReadOnly = false, timeZone }: FilesProps) {
  const query = useInfiniteQuery(filesOf(projectId))
  const { data, error, refetch, hasNextPage } = query
  useHashTarget('file', query)
  const [dropTarget, setDropTarget] = useState<string>()
  const files = data?.pages.flatMap(({ items }) => items)
  const rest = useRestForPrint(data?.pages.at(-1)?.cursor, (cursor) => readFilesNow(projectId, cursor))
  return (
    <section className="files" aria-busy={!files && !error}>
      <div className="section__head">
        <h2>Uploaded Files</h2>
        {files && files.length > 0 && (
          <span className="files__sum">
            <DownloadAll projectId={projectId} label="Download all" />
            {files.some(({ versions }) => versions > 1) && (
              <DownloadAll projectId={projectId} versions="all" label="With all versions" />
            )}
            <span className="muted num">
              {files.length + rest.length}
              {hasNextPage && rest.length === 0 && '+'}
            </span>
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
      {files && files.length > 0 && (
        <FileList
          projectId={projectId}
          files={[...files, ...rest]}
          query={query}
          isReadOnly={isReadOnly}
          timeZone={timeZone}
          dropTarget={dropTarget}
        />
      )}
    </section>
  )
}

interface DownloadAllProps {
  projectId: string
  versions?: contract.WhichVersions
  label: string
}

function DownloadAll({ projectId, versions = 'newest', label }: DownloadAllProps) {
  const zip = useMutation(zipLink(projectId, versions))
  return (
    <Button look="quiet" size="sm" busy={zip.isPending} onClick={() => zip.mutate()}>
      {label}
    </Button>
  )
}
