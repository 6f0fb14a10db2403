import { useEffect } from 'react'
import { runWhenIdle } from '../../app/run-when-idle.ts'
import { loadConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { fileActions, type OpenDialog } from '../files/file-actions.tsx'
import type { ListedFile } from '../files/files.queries.ts'
import { isCheckedImage } from '../files/viewable-image.ts'

const loadLightbox = () => import('../files/Lightbox.tsx')
const Lightbox = lazyDialog(loadLightbox)
const loadRenameFile = () => import('../files/RenameFilePanel.tsx')
const RenameFilePanel = lazyDialog(loadRenameFile)
const loadVersions = () => import('./VersionsPanel.tsx')
const VersionsPanel = lazyDialog(loadVersions)
const loadAskReview = () => import('../reviews/AskReviewDialog.tsx')
const AskReviewDialog = lazyDialog(loadAskReview)
const loadDeleteFile = () => import('./DeleteFileDialog.tsx')
const DeleteFileDialog = lazyDialog(loadDeleteFile)
const loadMenu = () => import('../../ui/Menu.tsx')
const Menu = lazyDialog(loadMenu)

const loaders = [
  loadLightbox,
  loadConfirmDialog,
  loadRenameFile,
  loadVersions,
  loadAskReview,
  loadDeleteFile,
  loadMenu,
]

interface Props {
  projectId: string
  files: ListedFile[]
  isReadOnly: boolean
  today: string | undefined
  open: OpenDialog | undefined
  onOpen: (dialog: OpenDialog | undefined) => void
  onAddVersion: (file: ListedFile) => void
}

/** The menu of a file, and the dialog that was opened from it. */
export function FileDialogs({ projectId, files, isReadOnly, today, open, onOpen, onAddVersion }: Props) {
  const kind = open?.kind
  const isDeleted = open !== undefined && !files.some(({ id }) => id === open.file.id)
  useEffect(() => {
    if (!isDeleted) return
    // The dialog closes after its row is gone, or the focus would return to a button that is about to disappear.
    if (kind === 'delete' || kind === 'deleteAll') onOpen(undefined)
    // The other side may delete the picture that is shown.
    if (kind === 'picture') {
      onOpen(undefined)
      toast.info('This picture is no longer in the list')
    }
  }, [isDeleted, kind, onOpen])

  // Loaded ahead, so that dialogs open without a network too.
  useEffect(() => runWhenIdle(() => void Promise.allSettled(loaders.map((load) => load()))), [])

  if (!open) return null
  const { file } = open
  const onClose = () => onOpen(undefined)
  switch (open.kind) {
    case 'menu':
      return (
        <Menu
          label={`More for ${file.fileName}`}
          anchor={open.anchor}
          items={fileActions(file, { onOpen, onAddVersion })}
          onClose={onClose}
        />
      )
    case 'picture':
      return (
        <Lightbox
          files={files.filter(isCheckedImage)}
          id={file.id}
          onShow={(id) => {
            const shown = files.find((other) => other.id === id)
            onOpen(shown && { kind: 'picture', file: shown })
          }}
          onClose={onClose}
        />
      )
    case 'versions':
      return (
        <VersionsPanel
          projectId={projectId}
          file={file}
          isReadOnly={isReadOnly}
          today={today}
          onAddVersion={() => onAddVersion(file)}
          onClose={onClose}
        />
      )
    case 'rename':
      return <RenameFilePanel projectId={projectId} file={file} onClose={onClose} />
    case 'askReview':
      return <AskReviewDialog files={[file]} projectId={projectId} onClose={onClose} />
    case 'delete':
    case 'deleteAll':
      return (
        <DeleteFileDialog
          projectId={projectId}
          file={file}
          isWhole={open.kind === 'deleteAll'}
          isNewest
          onClose={onClose}
        />
      )
  }
}
