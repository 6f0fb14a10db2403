import { FileIcon } from './FileIcon.tsx'
import { isFresh, type ListedFile } from './files.queries.ts'
import { openFile } from './open-file.ts'

/** Opens a file in a new tab, with a fresh link if the page has been open for long. */
export function ViewFile({ file, label = file.fileName }: { file: ListedFile; label?: string }) {
  return (
    <a
      className="btn btn--quiet btn--sm"
      href={file.fileUrl}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`View File ${label}`}
      onClick={(event) => {
        if (isFresh(file)) return
        event.preventDefault()
        openFile(file.id)
      }}
    >
      View File
      <FileIcon name="out" small />
    </a>
  )
}
