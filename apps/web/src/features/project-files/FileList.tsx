import { useCallback, useState } from 'react'
import { useToday } from '../../ui/use-now.ts'
import { FileRow } from '../files/FileRow.tsx'
import { FileTile } from '../files/FileTile.tsx'
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
  /** What the files of the client's side are called by who reads. */
  fromClient?: string
}

export type FileView = 'list' | 'grid'

interface Props extends FilesProps {
  files: ListedFile[]
  view?: FileView
  /** Over which file a file is dragged. */
  dropTarget?: string | undefined
  /** Undefined unless files are being selected. */
  selected?: ReadonlySet<string> | undefined
  /** The same function each time. */
  onSelect?: (id: string) => void
}

export function FileList({
  projectId,
  files,
  view = 'list',
  isReadOnly = false,
  timeZone,
  dropTarget,
  selected,
  onSelect,
}: Props) {
  const today = useToday(timeZone)
  const [open, setOpen] = useState<OpenDialog>()
  const versionPicker = useVersionPicker(projectId)
  const openDialog = useCallback((dialog: OpenDialog) => setOpen(dialog), [])
  const Item = view === 'grid' ? FileTile : FileRow

  return (
    <>
      <ul className={view === 'grid' ? 'file-grid' : 'rows'} aria-label="Uploaded Files">
        {files.map((file) => (
          <Item
            key={file.id}
            file={file}
            today={today}
            isReadOnly={isReadOnly}
            isDropTarget={file.id === dropTarget}
            isMenuOpen={open?.kind === 'menu' && open.file.id === file.id}
            isSelected={selected?.has(file.id)}
            onSelect={onSelect}
            onOpen={openDialog}
          />
        ))}
      </ul>
      {files.some(({ isThumbnailByUploader }) => isThumbnailByUploader) && (
        <p className="files__pictures small muted">
          Pictures of PDFs and videos are previews made by the uploader’s browser.
        </p>
      )}
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
