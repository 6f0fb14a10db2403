import { files } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { runWhenIdle } from '../../app/run-when-idle.ts'
import { areaOnScreen } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog, loadConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { toast } from '../../ui/toast.ts'
import { type Listed, removeFile } from './files.queries.ts'
import { sizeSaid } from './in-words.ts'
import { canBeShown } from './shown.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { ViewFile } from './ViewFile.tsx'
import '../../ui/Rows.css'

const loadLightbox = () => import('./Lightbox.tsx')
const Lightbox = lazyDialog(loadLightbox)

interface Props {
  projectId: string
  files: Listed[]
  query: Parameters<typeof MoreRows>[0]['query']
}

export function FileList({ projectId, files: all, query }: Props) {
  const [shownId, show] = useState<string>()
  const [leaving, setLeaving] = useState<Listed>()
  // First the row goes, then the dialog, so that the focus is not given back to a button that is about to be lost.
  const gone = leaving !== undefined && !all.some(({ id }) => id === leaving.id)
  useEffect(() => {
    if (gone) setLeaving(undefined)
  }, [gone])

  // The other side may delete what is being looked at.
  const isLost = shownId !== undefined && !all.some(({ id }) => id === shownId)
  useEffect(() => {
    if (!isLost) return
    show(undefined)
    toast.info('This picture is no longer in the list')
  }, [isLost])

  // Fetched before anybody asks: by then the network may have gone.
  useEffect(() => runWhenIdle(() => void Promise.allSettled([loadLightbox(), loadConfirmDialog()])), [])

  return (
    <>
      <ul className="rows" aria-label="Uploaded Files">
        {all.map((file) => (
          <li key={file.id} className="file">
            <Thumbnail file={file} onShow={() => show(file.id)} />
            <div className="file__what">
              <div className="cut file__name" title={file.fileName} dir="auto">
                {file.fileName}
              </div>
              <div className="row__sub muted">
                <bdi className="cut file__by" title={file.uploader}>
                  {file.uploader}
                </bdi>
                , {sizeSaid(file.size)}, <RelativeTime instant={file.createdAt} />
              </div>
            </div>
            <div className="row__acts">
              <ViewFile file={file} />
              {files.mayDelete(file, areaOnScreen()) && (
                <Button
                  look="danger-quiet"
                  size="sm"
                  className="btn--icon"
                  aria-label={`Delete ${file.fileName}`}
                  onClick={() => setLeaving(file)}
                >
                  <Icon name="trash" small />
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <MoreRows query={query} />
      {shownId && (
        <Lightbox files={all.filter(canBeShown)} id={shownId} onShow={show} onClose={() => show(undefined)} />
      )}
      {leaving && <Leaving projectId={projectId} file={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}

interface LeavingProps {
  projectId: string
  file: Listed
  onClose: () => void
}

function Leaving({ projectId, file, onClose }: LeavingProps) {
  const remove = useMutation(removeFile(projectId))
  return (
    <ConfirmDialog
      heading="Delete file"
      question="Are you sure you want to delete this file?"
      loss={`${file.fileName} goes at once, for both sides. This cannot be undone.`}
      keep="Keep file"
      confirm="Delete File"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(file.id, { onError: onClose })}
      onClose={onClose}
    />
  )
}
