import type { requests } from '@portico/contract'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { FileIcon } from '../files/FileIcon.tsx'
import { UploadQueue } from '../files/UploadQueue.tsx'
import type { Sending } from './sending.ts'
import '../../ui/Drop.css'
import '../files/files.css'

/** Chosen, dropped or photographed files are uploaded at once as the answer. */
export function FileAnswer({ request, sending }: { request: requests.Request; sending: Sending }) {
  const { id, title, kind, files } = request
  const { uploads, queue, maxBytes, dragged } = sending
  const picker = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const own = queue.filter(({ target }) => target.requestId === id)
  const isOver = dragged?.over === id

  const add = (chosen: File[]) => uploads.add(chosen, maxBytes, { requestId: id }, files)

  return (
    <>
      <UploadQueue
        queue={own}
        uploads={uploads}
        files={files}
        onChooseAgain={() => picker.current?.click()}
      />
      {(kind === 'file' || isOver) && (
        <div className={isOver ? 'drop drop--row is-over' : 'drop drop--row'}>
          <FileIcon name="upload" />
          <p>{isOver ? 'Let go to answer with it.' : 'Drop a file here, or choose it. Several are fine.'}</p>
          <div className="drop__actions">
            <Button
              className="drop__camera"
              aria-label={`Take a photo for ${title}`}
              onClick={() => camera.current?.click()}
            >
              Take a photo
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
