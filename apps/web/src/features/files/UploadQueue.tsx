import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CoreIcon } from '../../ui/CoreIcon.tsx'
import { useMoveFocusOnUnmount } from '../../ui/use-move-focus-on-unmount.ts'
import { FileName } from './FileName.tsx'
import { formatFileSize, formatSentSize } from './file-size.ts'
import { formatProgress, percentSent } from './upload-progress.ts'
import {
  canRetry,
  isActive,
  isListed,
  isUnsent,
  type ListedName,
  type UploadQueue as Queue,
  type Upload,
} from './upload-queue.ts'
import type { UploadStore } from './uploads.ts'
import './files.css'

interface Props {
  queue: Queue
  uploads: UploadStore
  /** An upload whose file is listed has no row. */
  files: readonly ListedName[]
  /** Opens the file picker. Absent where nothing can be uploaded. */
  onChooseAgain?: (() => void) | undefined
}

export function UploadQueue({ queue, uploads, files, onChooseAgain }: Props) {
  const unlisted = queue.filter((upload) => !isListed(upload, files))
  const retryable = unlisted.filter(canRetry)
  return (
    <>
      <p className="vh" role="status">
        {statusMessage(queue)}
      </p>
      {retryable.length > 1 && (
        <div className="queue__head small">
          <span>{unlisted.filter(isUnsent).length} files are not sent yet.</span>
          <RetryAll onPress={() => uploads.retry(...retryable.map(({ id }) => id))} />
        </div>
      )}
      {unlisted.length > 0 && (
        <ul className="queue" aria-label="Uploading">
          {unlisted.map((upload) => (
            <Row key={upload.id}>
              <Description upload={upload} files={files} />
              <Actions upload={upload} uploads={uploads} onChooseAgain={onChooseAgain} />
              {upload.state === 'sending' && <Progress upload={upload} />}
            </Row>
          ))}
        </ul>
      )}
    </>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <li ref={useMoveFocusOnUnmount<HTMLLIElement>(nextCancelButton)}>{children}</li>
}

function Description({ upload, files }: { upload: Upload; files: Props['files'] }) {
  const { name, size, target, state, bytesSent, failure } = upload
  const replaced = files.find(({ id }) => id === target.versionOf)
  return (
    <div className="queue__description">
      <FileName name={name} className="queue__name" />
      {target.versionOf && (
        <div className="small soft cut">
          {replaced ? `New version of ${replaced.fileName}` : 'New version'}
        </div>
      )}
      {state === 'queued' && <div className="small muted num">{formatFileSize(size)}, waiting</div>}
      {state === 'stored' && <div className="small muted num">{formatFileSize(size)}, uploaded</div>}
      {state === 'failed' && (
        <div className="error">
          <CoreIcon name="alert" />
          <span>Upload failed. {failure?.reason}</span>
        </div>
      )}
      {state === 'waiting-for-connection' && <div className="small muted num">{waitingText(upload)}</div>}
      {state === 'stopped' && (
        <div className="small muted num">
          Stopped at {formatSentSize(bytesSent, size)}. Choose the file again to continue.
        </div>
      )}
    </div>
  )
}

function Actions({ upload, uploads, onChooseAgain }: { upload: Upload } & Omit<Props, 'queue' | 'files'>) {
  const { id, name, state } = upload
  return (
    <div className="queue__actions">
      {canRetry(upload) && (
        <ContinueButton label={`Retry ${name}`} onPress={() => uploads.retry(id)}>
          <CoreIcon name="retry" small />
          Retry
        </ContinueButton>
      )}
      {state === 'stopped' && onChooseAgain && (
        <ContinueButton label={`Choose again ${name}`} onPress={onChooseAgain}>
          Choose again
        </ContinueButton>
      )}
      <Button
        look="quiet"
        size="sm"
        className="btn--icon"
        aria-label={isActive(upload) ? `Cancel ${name}` : `Forget ${name}`}
        onClick={() => uploads.cancel(id)}
      >
        <CoreIcon name="close" small />
      </Button>
    </div>
  )
}

interface ContinueButtonProps {
  label: string
  onPress: () => void
  children: ReactNode
}

/** Disappears as soon as the upload continues. */
function ContinueButton({ label, onPress, children }: ContinueButtonProps) {
  const ref = useMoveFocusOnUnmount<HTMLButtonElement>(ownCancelButton)
  return (
    <Button ref={ref} size="sm" aria-label={label} onClick={onPress}>
      {children}
    </Button>
  )
}

/** Disappears as soon as no more than one upload waits. */
function RetryAll({ onPress }: { onPress: () => void }) {
  const ref = useMoveFocusOnUnmount<HTMLButtonElement>(firstCancelButton)
  return (
    <Button ref={ref} size="sm" onClick={onPress}>
      <CoreIcon name="retry" small />
      Retry all
    </Button>
  )
}

function waitingText({ bytesSent, size, interruption }: Upload) {
  if (interruption === 'server') return 'The server is not ready. The upload tries again by itself.'
  if (bytesSent === 0) return 'No connection. It is sent as soon as there is one.'
  return `The connection was lost at ${formatSentSize(bytesSent, size)}. It continues by itself.`
}

const firstCancelButton = (button: HTMLElement) =>
  cancelButtonIn(button.closest('.queue__head')?.nextElementSibling?.firstElementChild ?? null)
const cancelButtonIn = (row: Element | null) => row?.querySelector('.queue__actions > :last-child')
const ownCancelButton = (button: HTMLElement) => cancelButtonIn(button.closest('li'))
const nextCancelButton = (row: HTMLElement) =>
  cancelButtonIn(row.nextElementSibling ?? row.previousElementSibling) ??
  row.closest('section')?.querySelector('.drop__actions > :last-child')

function Progress({ upload }: { upload: Upload }) {
  const isStalled = useIsStalled(upload.bytesSent)
  return (
    <>
      <div className="queue__progress small muted num">
        {formatProgress(isStalled ? { ...upload, bytesPerSecond: 0 } : upload)}
      </div>
      <progress className="meter" aria-label={upload.name} value={percentSent(upload)} max={100} />
    </>
  )
}

/** Without progress for so long, the speed and the remaining time are no longer shown. */
const STALLED_AFTER_MS = 5_000

function useIsStalled(bytesSent: number) {
  const [stalledAt, setStalledAt] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(setStalledAt, STALLED_AFTER_MS, bytesSent)
    return () => clearTimeout(timer)
  }, [bytesSent])
  return stalledAt === bytesSent
}

/** For screen readers, in large steps: quarters of a single file, tenths of a batch. */
function statusMessage(queue: Queue) {
  const stored = queue.filter(({ state }) => state === 'stored').length
  const total = stored + queue.filter(isActive).length
  const sending = queue.find(({ state }) => state === 'sending')
  if (sending && total > 1) {
    const step = Math.ceil(total / 10)
    return `${Math.floor(stored / step) * step} of ${total} files sent`
  }
  if (sending) return `Uploading ${sending.name}, ${Math.floor(percentSent(sending) / 25) * 25} percent`
  const interrupted = queue.find(({ state }) => state === 'waiting-for-connection')
  if (!interrupted) return ''
  if (interrupted.interruption === 'server')
    return `The server is not ready for ${interrupted.name}. The upload tries again by itself.`
  return `The connection was lost while ${interrupted.name} was uploading. It continues by itself.`
}
