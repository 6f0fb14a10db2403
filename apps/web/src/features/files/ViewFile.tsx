import type { MouseEvent } from 'react'
import { toast } from '../../ui/toast.ts'
import { FileIcon } from './FileIcon.tsx'
import { isFresh, type Listed, renewed } from './files.queries.ts'

/** Opens a file in a tab of its own, also when the page has stood for an hour. */
export function ViewFile({ file }: { file: Listed }) {
  return (
    <a
      className="btn btn--quiet btn--sm"
      href={file.fileUrl}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`View File ${file.fileName}`}
      onClick={(event) => !isFresh(file) && openRenewed(event, file)}
    >
      View File
      <FileIcon name="out" small />
    </a>
  )
}

/** The tab is opened while the click still counts as one; where it leads is said when the link has come. */
async function openRenewed(event: MouseEvent, file: Listed) {
  event.preventDefault()
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  try {
    const { fileUrl } = await renewed(file.id)
    if (tab) tab.location.replace(fileUrl)
    else window.location.assign(fileUrl)
  } catch {
    tab?.close()
    toast.error('The file could not be opened', 'It may have been deleted, or the connection was lost.')
  }
}
