import { memo } from 'react'
import { Link } from 'react-router'
import { AskForApproval, FileCheck, MoreOfFile, VersionChip } from './FileControls.tsx'
import { FileName } from './FileName.tsx'
import { FileDropTarget, type FileItemProps } from './FileRow.tsx'
import { filePath } from './file-path.ts'
import { formatFileSize } from './file-size.ts'
import { NotesChip } from './NotesChip.tsx'
import { ReviewBadge } from './ReviewBadge.tsx'
import { ThumbnailOrIcon } from './Thumbnail.tsx'

/** A file in a grid. In a list it is a `FileRow`. */
export const FileTile = memo(function FileTile(props: FileItemProps) {
  const { file, today, listQuery } = props
  return (
    <li id={`file-${file.id}`} data-file-id={file.id} className="file-tile">
      <div className="file-tile__picture">
        <ThumbnailOrIcon file={file} />
      </div>
      <FileCheck {...props} />
      <div className="file-tile__title">
        <Link className="file-tile__link" to={filePath(file.id)} state={{ listQuery }}>
          <FileName name={file.fileName} className="file__name" />
        </Link>
        <VersionChip {...props} />
        <NotesChip file={file} />
        <span className="file-tile__more">
          <MoreOfFile {...props} />
        </span>
      </div>
      <div className="row__sub muted cut">
        <bdi title={file.uploader}>{file.uploader}</bdi>, {formatFileSize(file.size)}
      </div>
      {file.review && <ReviewBadge review={file.review} today={today} />}
      <AskForApproval {...props} />
      <FileDropTarget {...props} />
    </li>
  )
})
