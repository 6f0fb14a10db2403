import { useState } from 'react'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { useToday } from '../../ui/use-now.ts'
import { FileDialogs } from './FileDialogs.tsx'
import { FileRow } from './FileRow.tsx'
import type { OpenDialog } from './file-actions.tsx'
import type { ListedFile } from './files.queries.ts'
import { useVersionPicker } from './use-version-picker.tsx'
import '../../ui/Rows.css'

interface Props {
  projectId: string
  files: ListedFile[]
  query: Parameters<typeof MoreRows>[0]['query']
  isReadOnly: boolean
  /** The freelancer's. */
  timeZone: string | undefined
  /** Over which file a file is dragged. */
  dropTarget?: string | undefined
}

export function FileList({ projectId, files, query, isReadOnly, timeZone, dropTarget }: Props) {
  const today = useToday(timeZone)
  const [open, setOpen] = useState<OpenDialog>()
  const versionPicker = useVersionPicker(projectId)

  return (
    <>
      <ul className="rows" aria-label="Uploaded Files">
        {files.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            today={today}
            isDropTarget={file.id === dropTarget}
            isMenuOpen={open?.kind === 'menu' && open.file.id === file.id}
            onOpenMenu={isReadOnly ? undefined : (anchor) => setOpen({ kind: 'menu', file, anchor })}
            onShowPicture={() => setOpen({ kind: 'picture', file })}
            onShowVersions={() => setOpen({ kind: 'versions', file })}
          />
        ))}
      </ul>
      <MoreRows query={query} />
      {versionPicker.picker}
      <FileDialogs
        projectId={projectId}
        files={files}
        isReadOnly={isReadOnly}
        today={today}
        open={open}
        onOpen={setOpen}
        onAddVersion={versionPicker.open}
      />
    </>
  )
}
