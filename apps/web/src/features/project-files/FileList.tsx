import { useState } from 'react'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { useToday } from '../../ui/use-now.ts'
import { FileRow } from '../files/FileRow.tsx'
import type { OpenDialog } from '../files/file-actions.tsx'
import type { ListedFile } from '../files/files.queries.ts'
import { useVersionPicker } from '../files/use-version-picker.tsx'
import { FileDialogs } from './FileDialogs.tsx'
import '../../ui/Rows.css'

export interface FilesProps {
  projectId: string
  /** Files can be read and downloaded only. */
  isReadOnly?: boolean
  /** The freelancer's. */
  timeZone?: string | undefined
}

interface Props extends FilesProps {
  files: ListedFile[]
  query: Parameters<typeof MoreRows>[0]['query']
  /** Over which file a file is dragged. */
  dropTarget?: string | undefined
}

export function FileList({ projectId, files, query, isReadOnly = false, timeZone, dropTarget }: Props) {
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
