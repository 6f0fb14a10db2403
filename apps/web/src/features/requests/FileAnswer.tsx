import type { requests } from '@portico/contract'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { FileIcon } from '../files/FileIcon.tsx'
import { UploadQueue } from '../files/UploadQueue.tsx'
import { GatheredFiles } from './GatheredFiles.tsx'
import { addAnswers, type Sending } from './sending.ts'
import '../../ui/Drop.css'
import '../files/files.css'

/** Chosen, dropped or photographed files are uploaded at once, and gathered until the client sends them. */
export function FileAnswer({ request, sending }: { request: requests.Request; sending: Sending }) {
  const { id, title, kind, state, stagedFiles } = request
  const { uploads, queue, dragged } = sending
  const picker = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const own = queue.filter(({ target }) => target.requestId === id)
  const isOver = dragged?.over === id
  const hasFiles = stagedFiles.length + own.length > 0

  const add = (chosen: File[]) => addAnswers(sending, request, chosen)

  return (
    <>
      <GatheredFiles files={stagedFiles} queue={own} uploads={uploads} />
      <UploadQueue
        queue={own.filter(({ state }) => state !== 'queued' && state !== 'sending')}
        uploads={uploads}
        files={stagedFiles}
        onChooseAgain={() => picker.current?.click()}
      />
      {state !== 'accepted' && (kind === 'file' || isOver || hasFiles) && (
        <div className={isOver ? 'drop drop--row is-over' : 'drop drop--row'}>
          <FileIcon name="upload" />
          <p>{isOver ? 'Let go to add it.' : dropText(hasFiles)}</p>
          <div className="drop__actions">
            <Button
              className="drop__camera"
              aria-label={`${hasFiles ? 'Take another' : 'Take a photo'} for ${title}`}
              onClick={() => camera.current?.click()}
            >
              {hasFiles ? 'Take another' : 'Take a photo'}
            </Button>
            <Button aria-label={`Choose files for ${title}`} onClick={() => picker.current?.click()}>
              Choose files
            </Button>
          </div>
        </div>
      )}
      <FilePicker ref={picker} multiple onFiles={add} />
      <FilePicker ref={camera} accept="image/*" capture="environment" onFiles={add} />
    </>
  )
}

const dropText = (hasFiles: boolean) =>
  hasFiles
    ? 'Add more, one after the other or several at once.'
    : 'Drop files here, or choose them. Several at once are fine.'
