import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useMoveFocusOnUnmount } from '../../ui/use-move-focus-on-unmount.ts'
import { FileIcon, iconFor } from '../files/FileIcon.tsx'
import { formatFileSize } from '../files/file-size.ts'
import { downloadUrl } from '../files/files.queries.ts'
import { useReportOmission } from './omissions.tsx'
import type { ViewedFile } from './viewed-file.ts'

interface Props {
  file: ViewedFile
  title: string
  children?: ReactNode
  /** For failures that may be temporary. */
  onRetry?: (() => void) | undefined
  /** There are no bytes to download. */
  isLost?: boolean
}

/** Replaces contents that cannot be shown: says why, and offers the download. */
export function NotShown({ file, title, children, onRetry, isLost = false }: Props) {
  const isDownloadable = !isLost && file.size > 0
  useReportOmission(isDownloadable ? `${title} Download the file to see it.` : title)
  const ref = useMoveFocusOnUnmount<HTMLElement>(findTitle)
  return (
    <section ref={ref} className="stage" aria-label={file.fileName}>
      <div className="stage__message" role="alert">
        <span className="stage__icon">
          <FileIcon name={iconFor(file.contentType)} />
        </span>
        <p className="stage__title">{title}</p>
        {children && <p>{children}</p>}
        <p className="small muted">
          {kindOf(file)}, {formatFileSize(file.size)}
        </p>
        <div className="stage__actions">
          {onRetry && (
            <Button onClick={onRetry}>
              <Icon name="retry" small />
              Retry
            </Button>
          )}
          {!isLost && (
            <a className="btn btn--secondary" href={downloadUrl(file)} download={file.fileName}>
              <FileIcon name="download" small />
              Download
            </a>
          )}
        </div>
      </div>
    </section>
  )
}

/** Retry has the focus when it disappears. */
const findTitle = (stage: HTMLElement) => stage.closest('.viewer')?.querySelector('h1')

export function WaitingStage({ label }: { label: string }) {
  return (
    <section className="stage" aria-label={label} aria-busy="true">
      <Waiting />
    </section>
  )
}

export function Waiting() {
  useReportOmission('The viewer has not shown this file yet.')
  return (
    <p className="stage__message" role="status">
      <span className="spin" />
      Loading...
    </p>
  )
}

/** `menu.psd` is a PSD file. */
function kindOf({ fileName }: ViewedFile) {
  const [, ending] = /\.([a-z\d]{1,8})$/i.exec(fileName) ?? []
  return ending ? `${ending.toUpperCase()} file` : 'File without an ending in its name'
}
