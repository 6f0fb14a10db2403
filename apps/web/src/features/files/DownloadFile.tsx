import type { MouseEvent } from 'react'
import { toast } from '../../ui/toast.ts'
import { FileIcon } from './FileIcon.tsx'
import { downloadUrl, fetchFile, isFresh, type ListedFile, startDownload } from './files.queries.ts'

/** Saves a file under its name, with a fresh link if the page has been open for long. */
export function DownloadFile({ file, label = file.fileName }: { file: ListedFile; label?: string }) {
  return (
    <a
      className="btn btn--quiet btn--icon btn--sm"
      href={downloadUrl(file)}
      download={file.fileName}
      title="Download"
      aria-label={`Download ${label}`}
      onClick={(event) => !isFresh(file) && downloadFresh(event, file)}
    >
      <FileIcon name="download" small />
    </a>
  )
}

async function downloadFresh(event: MouseEvent, file: ListedFile) {
  event.preventDefault()
  try {
    startDownload(downloadUrl(await fetchFile(file.id)))
  } catch {
    toast.error('Download failed', 'The file may have been deleted, or the connection was lost.')
  }
}
