import { files } from '@portico/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { LoadFailed, Loading } from '../../ui/States.tsx'
import { DownloadFile } from '../files/DownloadFile.tsx'
import { FileIcon } from '../files/FileIcon.tsx'
import { FileName } from '../files/FileName.tsx'
import { formatFileSize } from '../files/file-size.ts'
import { type ListedFile, versionsOf } from '../files/files.queries.ts'
import { mayChange } from '../files/may-change.ts'
import { ReviewBadge } from '../files/ReviewBadge.tsx'
import { ViewFile } from '../files/ViewFile.tsx'
import DeleteFileDialog from './DeleteFileDialog.tsx'
import './VersionsPanel.css'

interface Props {
  projectId: string
  file: ListedFile
  isReadOnly: boolean
  /** The freelancer's time zone. */
  today?: string | undefined
  /** Opens the file picker. */
  onAddVersion: () => void
  onClose: () => void
}

/** All versions of a file, to be opened, downloaded and deleted. */
export default function VersionsPanel({ projectId, file, isReadOnly, today, onAddVersion, onClose }: Props) {
  const [toDelete, setToDelete] = useState<ListedFile>()
  const query = useInfiniteQuery(versionsOf(file.id))
  const versions = query.data?.pages.flatMap(({ items }) => items)
  const isDeleted = toDelete !== undefined && versions?.every((version) => version.id !== toDelete.id)
  useEffect(() => {
    if (isDeleted) setToDelete(undefined)
  }, [isDeleted])

  return (
    <Panel
      heading="Versions"
      onClose={onClose}
      foot={
        !isReadOnly && (
          <Button onClick={onAddVersion}>
            <FileIcon name="upload" small />
            New version
          </Button>
        )
      }
    >
      {!versions && !query.error && <Loading says="Loading versions..." />}
      {!versions && query.error && (
        <LoadFailed title="The versions did not load" error={query.error} onRetry={query.refetch} />
      )}
      {versions && (
        <ol className="rows versions" reversed aria-label="Versions">
          {versions.map((version, index) => (
            <VersionRow
              key={version.id}
              version={version}
              today={today}
              isNewest={index === 0}
              onDelete={!isReadOnly && mayChange(version) ? () => setToDelete(version) : undefined}
            />
          ))}
        </ol>
      )}
      <MoreRows query={query} />
      {toDelete && (
        <DeleteFileDialog
          projectId={projectId}
          file={toDelete}
          isNewest={toDelete.id === versions?.[0]?.id}
          onClose={() => setToDelete(undefined)}
          onDeleted={() => versions?.length === 1 && onClose()}
        />
      )}
    </Panel>
  )
}

interface VersionRowProps {
  version: ListedFile
  today: string | undefined
  isNewest: boolean
  onDelete: (() => void) | undefined
}

function VersionRow({ version: file, today, isNewest, onDelete }: VersionRowProps) {
  const { version, fileName, uploader, size, createdAt } = file
  const label = `version ${version} of ${fileName}`
  return (
    <li>
      <h3 className="versions__number">
        Version {version} {isNewest && <span className="small muted">newest</span>}
        {file.review && <ReviewBadge review={file.review} today={today} />}
      </h3>
      <FileName name={fileName} className="small" />
      <p className="row__sub muted">
        <bdi>{uploader}</bdi>, {formatFileSize(size)}, <RelativeTime instant={createdAt} />
      </p>
      <div className="row__acts">
        {files.isShownInline(file) && <ViewFile file={file} label={label} />}
        <DownloadFile file={file} label={label} />
        {onDelete && (
          <Button
            look="danger-quiet"
            size="sm"
            className="btn--icon"
            aria-label={`Delete version ${version}`}
            title="Delete"
            onClick={onDelete}
          >
            <Icon name="trash" small />
          </Button>
        )}
      </div>
    </li>
  )
}
