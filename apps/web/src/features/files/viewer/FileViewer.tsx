import { files } from '@portico/contract'
import { Link, useNavigate } from 'react-router'
import { Icon } from '../../../ui/Icon.tsx'
import { useTitle } from '../../../ui/Page.tsx'
import { DownloadFile } from '../DownloadFile.tsx'
import { FileName } from '../FileName.tsx'
import { ViewFile } from '../ViewFile.tsx'
import { FileContents } from './FileContents.tsx'
import { projectPathOnScreen } from './file-path.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import './viewer.css'

export type ViewedFile = files.FileInProject & { readAt: number }

/** One file with what can be done with it. */
export function FileViewer({ file }: { file: ViewedFile }) {
  const navigate = useNavigate()
  const project = projectPathOnScreen(file.project.id)
  useTitle(file.fileName)
  useViewerKeys({ escape: () => void navigate(project) })
  return (
    <div className="viewer">
      <header className="viewer__bar">
        <Link
          className="btn btn--quiet btn--icon"
          to={project}
          aria-label={`Back to ${file.project.title}`}
          title={file.project.title}
        >
          <Icon name="back" />
        </Link>
        <h1 className="viewer__title" tabIndex={-1}>
          <FileName name={file.fileName} />
        </h1>
        <div className="viewer__end">
          {files.isShownInline(file) && <ViewFile file={file} />}
          <DownloadFile file={file} />
        </div>
      </header>
      <FileContents key={file.id} file={file} />
    </div>
  )
}
