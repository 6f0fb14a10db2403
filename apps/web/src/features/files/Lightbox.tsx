import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CoreIcon } from '../../ui/CoreIcon.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { findFailure } from './file-failure.ts'
import { isFresh, type Listed, renewed } from './files.queries.ts'
import { ViewFile } from './ViewFile.tsx'
import '../../ui/Panel.css'
import './Lightbox.css'

interface Props {
  files: Listed[]
  id: string
  onShow: (id: string) => void
  onClose: () => void
}

/** One picture at a time, as large as the window; the arrow keys go to its neighbours. */
export default function Lightbox({ files, id, onShow, onClose }: Props) {
  const focusBack = useReturnFocus()
  const here = files.findIndex((file) => file.id === id)
  const file = files[here]
  const [before, after] = [files[here - 1], files[here + 1]]

  function turn({ key }: KeyboardEvent) {
    const next = key === 'ArrowLeft' ? before : key === 'ArrowRight' ? after : undefined
    if (next) onShow(next.id)
  }

  return (
    <Dialog.Root open={file !== undefined} onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim lightbox__scrim" />
        <Dialog.Popup className="lightbox" finalFocus={focusBack} onKeyDown={turn}>
          <header>
            <Dialog.Title className="cut" title={file?.fileName} dir="auto">
              {file?.fileName}
            </Dialog.Title>
            <span className="small muted num" role="status">{`${here + 1} of ${files.length}`}</span>
            {file && <ViewFile file={file} />}
            <Dialog.Close className="btn btn--quiet btn--icon btn--sm" aria-label="Close">
              <CoreIcon name="close" />
            </Dialog.Close>
          </header>
          {file && <Picture key={file.id} file={file} />}
          {files.length > 1 && (
            <>
              <Turn to={before} label="Previous picture" name="back" onShow={onShow} />
              <Turn to={after} label="Next picture" name="forward" onShow={onShow} />
            </>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Picture({ file }: { file: Listed }) {
  const [isPainted, setPainted] = useState(false)
  const [failed, setFailed] = useState<Listed>()
  const link = useQuery({
    queryKey: ['files', 'link', file.id],
    queryFn: () => renewed(file.id),
    ...(isFresh(file) && { initialData: file, initialDataUpdatedAt: file.readAt }),
    // A picture on screen is not fetched anew because something else has changed; shown again, it has a link that works.
    staleTime: 'static',
    gcTime: 0,
  })
  const shown = link.data === failed ? undefined : link.data

  function fail() {
    setFailed(shown)
    // It may be its link that does not work any more.
    if (!link.isFetchedAfterMount) link.refetch()
  }

  return (
    <div className="lightbox__stage">
      {shown && !isPainted && shown.thumbnailUrl && <img src={shown.thumbnailUrl} alt="" />}
      {shown && (
        <img
          key={shown.readAt}
          className={isPainted ? undefined : 'is-coming'}
          src={shown.fileUrl}
          alt={file.fileName}
          onLoad={() => setPainted(true)}
          onError={fail}
        />
      )}
      {!shown && link.isFetchedAfterMount && <Failure url={failed?.fileUrl} />}
    </div>
  )
}

/** An `img` does not expose why it failed, so the link is fetched again. */
function Failure({ url }: { url: string | undefined }) {
  const reason = useQuery({
    queryKey: ['files', 'failure', url],
    queryFn: () => (url ? findFailure(url) : null),
    staleTime: 'static',
    gcTime: 0,
  })
  return <p role="alert">{reason.data ?? 'This picture could not be shown.'}</p>
}

interface TurnProps {
  to: Listed | undefined
  label: string
  name: 'back' | 'forward'
  onShow: (id: string) => void
}

/** At either end it stays where it is and says so, so that the focus is not lost. */
function Turn({ to, label, name, onShow }: TurnProps) {
  return (
    <Button
      className={`btn--icon lightbox__turn lightbox__turn--${name}`}
      aria-label={label}
      aria-disabled={!to}
      onClick={() => to && onShow(to.id)}
    >
      <Icon name="back" />
    </Button>
  )
}
