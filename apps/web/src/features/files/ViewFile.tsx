import type { MouseEvent } from 'react'
import { toast } from '../../ui/toast.ts'
import { FileIcon } from './FileIcon.tsx'
import { fetchFile, isFresh, type ListedFile } from './files.queries.ts'

/** Opens a file in a new tab, with a fresh link if the page has been open for long. */
export function ViewFile({ file }: { file: ListedFile }) {
  return (
    <a
      className="btn btn--quiet btn--sm"
      href={file.fileUrl}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`View File ${file.fileName}`}
      onClick={(event) => !isFresh(file) && openFreshLink(event, file)}
    >
      View File
      <FileIcon name="out" small />
    </a>
  )
}

/** Opens the tab before the link is there: later the browser would block it as a pop-up. */
async function openFreshLink(event: MouseEvent, file: ListedFile) {
  event.preventDefault()
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  try {
    const { fileUrl } = await fetchFile(file.id)
    if (tab) tab.location.replace(fileUrl)
    else window.location.assign(fileUrl)
  } catch {
    tab?.close()
    toast.error('The file could not be opened', 'It may have been deleted, or the connection was lost.')
  }
}
