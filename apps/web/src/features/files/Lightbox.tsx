import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CloseCross } from '../../ui/CloseButton.tsx'
import { DialogShell } from '../../ui/DialogShell.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { DownloadFile } from './DownloadFile.tsx'
import { FileName } from './FileName.tsx'
import { fetchFile, isFresh, type ListedFile, pictureOf } from './files.queries.ts'
import { fetchLostFileMessage } from './lost-file-message.ts'
import { ViewFile } from './ViewFile.tsx'
import './Lightbox.css'

interface Props {
  files: ListedFile[]
  id: string
  onShow: (id: string) => void
  onClose: () => void
}

/** One picture at a time, as large as the window. The arrow keys show its neighbours. */
export default function Lightbox({ files, id, onShow, onClose }: Props) {
  const index = files.findIndex((file) => file.id === id)
  const file = files[index]
  const [previous, next] = [files[index - 1], files[index + 1]]

  function showNeighbour({ key }: KeyboardEvent) {
    const neighbour = key === 'ArrowLeft' ? previous : key === 'ArrowRight' ? next : undefined
    if (neighbour) onShow(neighbour.id)
  }

  return (
    <DialogShell className="lightbox" isOpen={file !== undefined} onKeyDown={showNeighbour} onClose={onClose}>
      <header>
        <Dialog.Title>{file && <FileName name={file.fileName} />}</Dialog.Title>
        <span className="small muted num" role="status">{`${index + 1} of ${files.length}`}</span>
        {file && <ViewFile file={file} />}
        {file && <DownloadFile file={file} />}
        <CloseCross />
      </header>
      {file && <Picture key={file.id} file={file} />}
      {files.length > 1 && (
        <>
          <NeighbourButton to={previous} label="Previous picture" name="back" onShow={onShow} />
          <NeighbourButton to={next} label="Next picture" name="forward" onShow={onShow} />
        </>
      )}
    </DialogShell>
  )
}

function Picture({ file }: { file: ListedFile }) {
  const [isLoaded, setLoaded] = useState(false)
  const [failed, setFailed] = useState<ListedFile>()
  const link = useQuery({
    queryKey: ['files', 'link', file.id],
    queryFn: () => fetchFile(file.id),
    ...(isFresh(file) && { initialData: file, initialDataUpdatedAt: file.readAt }),
    // A refetch would load the picture on screen again; opened again, it gets a fresh link.
    staleTime: 'static',
    gcTime: 0,
  })
  const current = link.data === failed ? undefined : link.data
  // A phone can hardly hold the original of a large picture.
  const picture = useQuery(pictureOf(file.id))
  const isReady = current && !picture.isPending

  function fail() {
    setFailed(current)
    // The link may have expired.
    if (!link.isFetchedAfterMount) {
      link.refetch()
      picture.refetch()
    }
  }

  return (
    <div className="lightbox__stage">
      {current && !isLoaded && current.thumbnailUrl && <img src={current.thumbnailUrl} alt="" />}
      {isReady && (
        <img
          key={current.readAt}
          className={isLoaded ? undefined : 'is-loading'}
          src={picture.data?.previewUrl ?? current.fileUrl}
          alt={file.fileName}
          onLoad={() => setLoaded(true)}
          onError={fail}
        />
      )}
      {!current && link.isFetchedAfterMount && <FailureMessage url={failed?.fileUrl} />}
    </div>
  )
}

/** An `img` does not expose why it failed, so the link is fetched again. */
function FailureMessage({ url }: { url: string | undefined }) {
  const reason = useQuery({
    queryKey: ['files', 'failure', url],
    queryFn: () => (url ? fetchLostFileMessage(url) : null),
    staleTime: 'static',
    gcTime: 0,
  })
  return <p role="alert">{reason.data ?? 'This picture could not be shown.'}</p>
}

interface NeighbourButtonProps {
  to: ListedFile | undefined
  label: string
  name: 'back' | 'forward'
  onShow: (id: string) => void
}

/** Stays in place when there is no neighbour, so that the focus is not lost. */
function NeighbourButton({ to, label, name, onShow }: NeighbourButtonProps) {
  return (
    <Button
      className={`btn--icon lightbox__neighbour lightbox__neighbour--${name}`}
      aria-label={label}
      aria-disabled={!to}
      onClick={() => to && onShow(to.id)}
    >
      <Icon name="back" />
    </Button>
  )
}
