import { useCallback, useState } from 'react'
import { GroupedRows } from '../../ui/GroupedRows.tsx'
import { useToday } from '../../ui/use-now.ts'
import { FileRow } from '../files/FileRow.tsx'
import { FileTile } from '../files/FileTile.tsx'
import type { OpenDialog } from '../files/file-actions.tsx'
import type { ListedFile } from '../files/files.queries.ts'
import { useVersionPicker } from '../files/use-version-picker.tsx'
import { FileDialogs } from './FileDialogs.tsx'

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
  /** The query in the address of the list. */
  listQuery?: string
  /** Over which file a file is dragged. */
  dropTarget?: string | undefined
  /** Undefined unless files are being selected. */
  selected?: ReadonlySet<string> | undefined
  /** The same function each time. */
  onSelect?: (id: string) => void
}

/** Fills whole lines of up to six, the most that there is room for. */
const GRID_GROUP_SIZE = 60

export function FileList({
  projectId,
  files,
  view = 'list',
  listQuery,
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
      <GroupedRows
        key={view}
        rows={files}
        className={view === 'grid' ? 'file-grid' : 'rows'}
        label="Uploaded Files"
        {...(view === 'grid' ? { size: GRID_GROUP_SIZE, isFilled: true, rowHeight: 40 } : { rowHeight: 73 })}
      >
        {(file) => (
          <Item
            key={file.id}
            file={file}
            today={today}
            isReadOnly={isReadOnly}
            listQuery={listQuery}
            isDropTarget={file.id === dropTarget}
            isMenuOpen={open?.kind === 'menu' && open.file.id === file.id}
            isSelected={selected?.has(file.id)}
            onSelect={onSelect}
            onOpen={openDialog}
          />
        )}
      </GroupedRows>
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
