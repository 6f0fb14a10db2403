import { files } from '@portico/contract'
import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { DownloadFile } from './DownloadFile.tsx'
import { FileIcon } from './FileIcon.tsx'
import { FileName } from './FileName.tsx'
import { filePath } from './file-path.ts'
import { formatFileSize } from './file-size.ts'
import type { ListedFile } from './files.queries.ts'
import { ReviewBadge } from './ReviewBadge.tsx'
import { Thumbnail } from './Thumbnail.tsx'
import { ViewFile } from './ViewFile.tsx'

interface Props {
  file: ListedFile
  /** The freelancer's time zone. */
  today: string | undefined
  isDropTarget: boolean
  isMenuOpen: boolean
  /** Undefined if the file can only be read. */
  onOpenMenu: ((anchor: HTMLElement) => void) | undefined
  onShowPicture: () => void
  onShowVersions: () => void
}

export function FileRow({
  file,
  today,
  isDropTarget,
  isMenuOpen,
  onOpenMenu,
  onShowPicture,
  onShowVersions,
}: Props) {
  return (
    <li id={`file-${file.id}`} data-file-id={file.id} className="file">
      <Thumbnail file={file} onShow={onShowPicture} />
      <div className="file__description">
        <div className="file__title">
          <Link className="file__link" to={filePath(file.id)}>
            <FileName name={file.fileName} className="file__name" />
          </Link>
          {file.versions > 1 && <VersionChip file={file} onOpen={onShowVersions} />}
          {file.review && <ReviewBadge review={file.review} today={today} />}
        </div>
        <div className="row__sub muted">
          <bdi className="cut file__uploader" title={file.uploader}>
            {file.uploader}
          </bdi>
          , {formatFileSize(file.size)}, <RelativeTime instant={file.createdAt} />
        </div>
      </div>
      <div className="row__acts">
        {files.isShownInline(file) && <ViewFile file={file} />}
        <DownloadFile file={file} />
        {onOpenMenu && (
          <Button
            look="quiet"
            size="sm"
            className="btn--icon"
            aria-label={`More for ${file.fileName}`}
            aria-haspopup="menu"
            aria-expanded={isMenuOpen}
            onClick={({ currentTarget }) => onOpenMenu(currentTarget)}
          >
            <FileIcon name="more" small />
          </Button>
        )}
      </div>
      {isDropTarget && (
        <div className="file__drop">
          <FileIcon name="upload" />
          <span className="cut">
            Let go: new version of {file.fileName}
            {file.review?.state === 'open' && '. It replaces the open review.'}
          </span>
        </div>
      )}
    </li>
  )
}

function VersionChip({
  file: { fileName, version, versions },
  onOpen,
}: {
  file: ListedFile
  onOpen: () => void
}) {
  return (
    <button type="button" className="version-chip" title={`Version ${version}`} onClick={onOpen}>
      v{version}{' '}
      <span className="vh">
        of {fileName}, see all {versions} versions
      </span>
    </button>
  )
}
