import { plural, type requests } from '@portico/contract'
import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/Button.tsx'
import { isActive } from '../files/upload-queue.ts'
import type { Sending } from './sending.ts'

interface Props {
  request: requests.Request
  /** The freelancer's first name. */
  name: string
  isPrimary: boolean
  hasButton: boolean
  sending: Sending
}

/** The button that makes what was gathered the answer. What is still on its way is waited for. */
export function SendGathered({ request, name, isPrimary, hasButton, sending }: Props) {
  const { id, title, state, stagedFiles } = request
  const { uploads, queue } = sending
  const arriving = queue.filter((upload) => upload.target.requestId === id && isActive(upload)).length
  const isAwaited = useSyncExternalStore(uploads.subscribe, uploads.awaited).has(id)
  if (stagedFiles.length + arriving === 0) return null
  return (
    <div className="gathered-send">
      <p className="small soft" role="status">
        {isAwaited ? awaitedText(arriving) : gatheredText(stagedFiles, arriving, name)}
        {state === 'accepted' && ` ${name} has accepted your answer already.`}
      </p>
      {hasButton && (
        <Button
          className="btn--wraps"
          look={isPrimary ? 'primary' : 'secondary'}
          aria-label={`Send to ${name}: ${title}`}
          busy={isAwaited}
          busyLabel={`Send to ${name}`}
          onClick={() => uploads.sendStaged(id)}
        >
          Send to {name}
        </Button>
      )}
    </div>
  )
}

const awaitedText = (arriving: number) =>
  arriving === 0
    ? 'Sending...'
    : `Sent as soon as ${plural(arriving, 'more file has', 'more files have')} arrived.`

/** 3 photos not sent yet. Only you see them until then. */
function gatheredText(files: readonly requests.AnswerFile[], arriving: number, name: string) {
  if (arriving > 0) return `${files.length} of ${plural(files.length + arriving, 'file')} here.`
  const them = files.length === 1 ? 'it' : 'them'
  return `${unsentText(files)}. ${name} sees ${them} once you send ${them}.`
}

/** 3 photos not sent yet */
export function unsentText(files: readonly Pick<requests.AnswerFile, 'contentType'>[]) {
  const arePhotos = files.every(({ contentType }) => contentType.startsWith('image/'))
  return `${plural(files.length, arePhotos ? 'photo' : 'file')} not sent yet`
}
