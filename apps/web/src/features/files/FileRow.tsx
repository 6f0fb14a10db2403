import { files } from '@portico/contract'
import { memo } from 'react'
import { Link } from 'react-router'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { DownloadFile } from './DownloadFile.tsx'
import { AskForApproval, FileCheck, MoreOfFile, VersionChip } from './FileControls.tsx'
import { FileIcon } from './FileIcon.tsx'
import { FileName } from './FileName.tsx'
import type { OpenDialog } from './file-actions.tsx'
import { filePath } from './file-path.ts'
import { formatFileSize } from './file-size.ts'
import type { ListedFile } from './files.queries.ts'
import { NotesChip } from './NotesChip.tsx'
import { ReviewBadge } from './ReviewBadge.tsx'
import { Thumbnail } from './Thumbnail.tsx'
import { ViewFile } from './ViewFile.tsx'

export interface FileItemProps {
  file: ListedFile
  /** The freelancer's current day. */
  today: string | undefined
  isReadOnly: boolean
  /** The query in the address of the list, which the viewer steps through. */
  listQuery?: string | undefined
  isDropTarget: boolean
  isMenuOpen: boolean
  /** Undefined unless files are being selected. */
  isSelected?: boolean | undefined
  onSelect?: ((id: string) => void) | undefined
  /** The same function each time, or all items are rendered again. */
  onOpen: (dialog: OpenDialog) => void
}

/** A file in a list. In a grid it is a `FileTile`. */
export const FileRow = memo(function FileRow(props: FileItemProps) {
  const { file, today, listQuery, onOpen } = props
  return (
    <li id={`file-${file.id}`} data-file-id={file.id} className="file">
      <FileCheck {...props} />
      <Thumbnail file={file} onShow={() => onOpen({ kind: 'picture', file })} />
      <div className="file__description">
        <div className="file__title">
          <Link className="file__link" to={filePath(file.id)} state={{ listQuery }}>
            <FileName name={file.fileName} className="file__name" />
          </Link>
          <VersionChip file={file} onOpen={onOpen} />
          <NotesChip file={file} />
          {file.review && <ReviewBadge review={file.review} today={today} />}
        </div>
        <div className="row__sub muted">
          <bdi className="cut file__uploader" title={file.uploader}>
            {file.uploader}
          </bdi>
          , {formatFileSize(file.size)}, <RelativeTime instant={file.createdAt} />
        </div>
      </div>
      <AskForApproval {...props} />
      <div className="row__acts">
        {files.isShownInline(file) && <ViewFile file={file} />}
        <DownloadFile file={file} />
        <MoreOfFile {...props} />
      </div>
      <FileDropTarget {...props} />
    </li>
  )
})

/** Covers a file over which another one is dragged. */
export function FileDropTarget({ file, isDropTarget }: Pick<FileItemProps, 'file' | 'isDropTarget'>) {
  if (!isDropTarget) return null
  return (
    <div className="file__drop">
      <FileIcon name="upload" />
      <span className="cut">
        Let go: new version of {file.fileName}
        {file.review?.state === 'open' && '. It replaces the open review.'}
      </span>
    </div>
  )
}
