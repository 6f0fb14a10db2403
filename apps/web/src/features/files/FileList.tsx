import { bin, files } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { runWhenIdle } from '../../app/run-when-idle.ts'
import { areaOnScreen } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog, loadConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { toast } from '../../ui/toast.ts'
import { DownloadFile } from './DownloadFile.tsx'
import { FileIcon } from './FileIcon.tsx'
import { FileName } from './FileName.tsx'
import { formatFileSize } from './file-size.ts'
import { type ListedFile, removeFile } from './files.queries.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { ViewFile } from './ViewFile.tsx'
import { isViewableImage } from './viewable-image.ts'
import { filePath } from './viewer/file-path.ts'
import '../../ui/Rows.css'

const loadLightbox = () => import('./Lightbox.tsx')
const Lightbox = lazyDialog(loadLightbox)
const loadRenameFile = () => import('./RenameFilePanel.tsx')
const RenameFilePanel = lazyDialog(loadRenameFile)

interface Props {
  projectId: string
  files: ListedFile[]
  query: Parameters<typeof MoreRows>[0]['query']
  isReadOnly: boolean
}

export function FileList({ projectId, files: all, query, isReadOnly }: Props) {
  const [viewedId, setViewedId] = useState<string>()
  const [fileToRename, setFileToRename] = useState<ListedFile>()
  const [fileToDelete, setFileToDelete] = useState<ListedFile>()
  // The dialog closes after its row is gone, or the focus would return to a button that is about to disappear.
  const isDeleted = fileToDelete !== undefined && !all.some(({ id }) => id === fileToDelete.id)
  useEffect(() => {
    if (isDeleted) setFileToDelete(undefined)
  }, [isDeleted])

  // The other side may delete the picture in the lightbox.
  const isViewedDeleted = viewedId !== undefined && !all.some(({ id }) => id === viewedId)
  useEffect(() => {
    if (!isViewedDeleted) return
    setViewedId(undefined)
    toast.info('This picture is no longer in the list')
  }, [isViewedDeleted])

  // Loaded ahead, so that dialogs open without a network too.
  useEffect(
    () => runWhenIdle(() => void Promise.allSettled([loadLightbox(), loadConfirmDialog(), loadRenameFile()])),
    [],
  )

  return (
    <>
      <ul className="rows" aria-label="Uploaded Files">
        {all.map((file) => (
          <li key={file.id} id={`file-${file.id}`} className="file">
            <Thumbnail file={file} onShow={() => setViewedId(file.id)} />
            <div className="file__description">
              <Link className="file__link" to={filePath(file.id)}>
                <FileName name={file.fileName} className="file__name" />
              </Link>
              <div className="row__sub muted">
                <bdi className="cut file__uploader" title={file.uploader}>
                  {file.uploader}
                </bdi>
                , {formatFileSize(file.size)}, <RelativeTime instant={file.createdAt} />
              </div>
            </div>
            <div className="row__acts">
              {files.isShownInline(file) && <ViewFile file={file} />}
              <DownloadFile file={file} />
              {!isReadOnly && files.mayChange(file, areaOnScreen()) && (
                <>
                  <Button
                    look="quiet"
                    size="sm"
                    className="btn--icon"
                    aria-label={`Rename ${file.fileName}`}
                    title="Rename"
                    onClick={() => setFileToRename(file)}
                  >
                    <FileIcon name="pencil" small />
                  </Button>
                  <Button
                    look="danger-quiet"
                    size="sm"
                    className="btn--icon"
                    aria-label={`Delete ${file.fileName}`}
                    onClick={() => setFileToDelete(file)}
                  >
                    <Icon name="trash" small />
                  </Button>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      <MoreRows query={query} />
      {viewedId && (
        <Lightbox
          files={all.filter(isViewableImage)}
          id={viewedId}
          onShow={setViewedId}
          onClose={() => setViewedId(undefined)}
        />
      )}
      {fileToRename && (
        <RenameFilePanel
          projectId={projectId}
          file={fileToRename}
          onClose={() => setFileToRename(undefined)}
        />
      )}
      {fileToDelete && (
        <DeleteFileDialog
          projectId={projectId}
          file={fileToDelete}
          onClose={() => setFileToDelete(undefined)}
        />
      )}
    </>
  )
}

interface DeleteFileDialogProps {
  projectId: string
  file: ListedFile
  onClose: () => void
}

function DeleteFileDialog({ projectId, file, onClose }: DeleteFileDialogProps) {
  const remove = useMutation(removeFile(projectId, file))
  const whoRestores =
    areaOnScreen() === 'freelancer'
      ? 'You can bring it back from the bin'
      : 'Your freelancer can bring it back'
  return (
    <ConfirmDialog
      heading="Delete file"
      question="Are you sure you want to delete this file?"
      loss={`${file.fileName} goes at once, for both sides. ${whoRestores} for ${bin.BIN_DAYS} days.`}
      keep="Keep file"
      confirm="Delete File"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onError: onClose })}
      onClose={onClose}
    />
  )
}
