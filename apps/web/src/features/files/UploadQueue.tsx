import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CoreIcon } from '../../ui/CoreIcon.tsx'
import { partSaid, percentOf, progressSaid, sizeSaid } from './in-words.ts'
import { isActive, type Queue, type Upload } from './queue.ts'
import type { Uploads } from './uploads.ts'

interface Props {
  queue: Queue
  uploads: Uploads
  /** Opens the picker: what was left behind goes on with the same file. */
  onChooseAgain: () => void
}

export function UploadQueue({ queue, uploads, onChooseAgain }: Props) {
  return (
    <>
      <p className="vh" role="status">
        {announced(queue, uploads.arrived())}
      </p>
      {queue.length > 0 && (
        <ul className="queue" aria-label="Uploading">
          {queue.map((upload) => (
            <Row key={upload.id}>
              <What upload={upload} />
              <Acts upload={upload} uploads={uploads} onChooseAgain={onChooseAgain} />
              {upload.state === 'sending' && <Progress upload={upload} />}
            </Row>
          ))}
        </ul>
      )}
    </>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <li ref={useHandOn<HTMLLIElement>(toNeighbour)}>{children}</li>
}

function What({ upload }: { upload: Upload }) {
  const { name, size, state, sent, reason } = upload
  return (
    <div className="queue__what">
      <div className="cut" title={name}>
        <strong>{name}</strong>
      </div>
      {state === 'waiting' && <div className="small muted num">{sizeSaid(size)}, waiting</div>}
      {state === 'failed' && (
        <div className="error">
          <CoreIcon name="alert" />
          <span>Upload failed. {reason}</span>
        </div>
      )}
      {state === 'lost' && (
        <div className="small muted num">
          The connection was lost at {partSaid(sent, size)}. It goes on by itself.
        </div>
      )}
      {state === 'left' && (
        <div className="small muted num">
          Stopped at {partSaid(sent, size)}. Choose the file again to go on.
        </div>
      )}
    </div>
  )
}

function Acts({ upload, uploads, onChooseAgain }: { upload: Upload } & Omit<Props, 'queue'>) {
  const { id, name, state, again } = upload
  const canRetry = state === 'lost' || (state === 'failed' && again)
  const isOver = state === 'failed' || state === 'left'
  return (
    <div className="queue__acts">
      {canRetry && (
        <GoOn label={`Retry ${name}`} onPress={() => uploads.retry(id)}>
          <CoreIcon name="retry" small />
          Retry
        </GoOn>
      )}
      {state === 'left' && (
        <GoOn label={`Choose again ${name}`} onPress={onChooseAgain}>
          Choose again
        </GoOn>
      )}
      <Button
        look="quiet"
        size="sm"
        className="btn--icon"
        aria-label={isOver ? `Forget ${name}` : `Cancel ${name}`}
        onClick={() => uploads.cancel(id)}
      >
        <CoreIcon name="close" small />
      </Button>
    </div>
  )
}

/** It goes when the upload goes on. */
function GoOn({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <Button ref={useHandOn<HTMLButtonElement>(toItsRow)} size="sm" aria-label={label} onClick={onPress}>
      {children}
    </Button>
  )
}

/** What goes while it holds the focus hands it on. */
function useHandOn<T extends HTMLElement>(to: (going: T) => Element | null | undefined) {
  const ref = useRef<T>(null)
  useLayoutEffect(() => {
    const here = ref.current
    return () => {
      const next = here?.contains(document.activeElement) && to(here)
      if (next instanceof HTMLElement) next.focus()
    }
  }, [to])
  return ref
}

const cancelOf = (row: Element | null) => row?.querySelector('.queue__acts > :last-child')
const toItsRow = (button: HTMLElement) => cancelOf(button.closest('li'))
const toNeighbour = (row: HTMLElement) =>
  cancelOf(row.nextElementSibling ?? row.previousElementSibling) ??
  row.closest('section')?.querySelector('.drop__ways > :last-child')

function Progress({ upload }: { upload: Upload }) {
  const percent = percentOf(upload)
  const stands = useStandstill(upload.sent)
  return (
    <>
      <div className="queue__how small muted num">
        {progressSaid(stands ? { ...upload, speed: 0 } : upload)}
      </div>
      <progress className="meter" aria-label={upload.name} value={percent} max={100} />
    </>
  )
}

/** Nothing has gone out for so long: how fast it was promises nothing any more. */
const STANDSTILL = 5_000

function useStandstill(sent: number) {
  const [stoodAt, setStoodAt] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(setStoodAt, STANDSTILL, sent)
    return () => clearTimeout(timer)
  }, [sent])
  return stoodAt === sent
}

/** Said politely, and not with every percent: how one fares, by quarters; of several, how many, by tenths. */
function announced(queue: Queue, arrived: number) {
  const sending = queue.find(({ state }) => state === 'sending')
  const all = arrived + queue.filter(isActive).length
  const step = Math.ceil(all / 10)
  if (sending && all > 1) return `${Math.floor(arrived / step) * step} of ${all} files sent`
  if (sending) return `Uploading ${sending.name}, ${Math.floor(percentOf(sending) / 25) * 25} percent`
  const lost = queue.find(({ state }) => state === 'lost')
  return lost ? `The connection was lost while ${lost.name} was uploading. It goes on by itself.` : ''
}
