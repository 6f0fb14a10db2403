import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { areaOnScreen } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { FileIcon } from './FileIcon.tsx'
import { formatFileSize } from './file-size.ts'
import { uploadLimits } from './files.queries.ts'
import { UploadQueue } from './UploadQueue.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useUploads } from './use-uploads.ts'

/** Where files are dropped, chosen, pasted or photographed, and the uploads below it. */
export function AddFiles({ projectId }: { projectId: string }) {
  const { uploads, queue } = useUploads(projectId)
  const maxBytes = useQuery(uploadLimits).data?.maxUploadBytes
  const picker = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const draggedCount = useFileDrop(take)

  function take(files: File[], folders = 0) {
    if (folders > 0) toast.error('Folders cannot be uploaded', 'Please choose the files inside.')
    else if (files.length === 0) toast.error('Please select a file to upload.')
    if (files.length > 0) uploads.add(files, maxBytes)
  }

  function takeFrom(input: HTMLInputElement) {
    take([...(input.files ?? [])])
    // Without this, choosing the same file again would fire no event.
    input.value = ''
  }

  return (
    <>
      <div className={draggedCount === undefined ? 'drop' : 'drop is-over'}>
        <FileIcon name="upload" />
        <p>{draggedCount === undefined ? <Invitation maxBytes={maxBytes} /> : dropMessage(draggedCount)}</p>
        <div className="drop__actions">
          <Button className="drop__camera" onClick={() => camera.current?.click()}>
            Take a photo
          </Button>
          <Button onClick={() => picker.current?.click()}>Choose files</Button>
        </div>
        <input ref={picker} type="file" multiple hidden onChange={(event) => takeFrom(event.target)} />
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          hidden
          onChange={(event) => takeFrom(event.target)}
        />
      </div>
      <UploadQueue queue={queue} uploads={uploads} onChooseAgain={() => picker.current?.click()} />
    </>
  )
}

/** In place of the above: what became of uploads that were under way when the project was archived. */
export function EndedUploads({ projectId }: { projectId: string }) {
  return <UploadQueue {...useUploads(projectId)} />
}

function Invitation({ maxBytes }: { maxBytes: number | undefined }) {
  const where = areaOnScreen() === 'client' ? 'here' : 'anywhere on this page'
  const invitation = `Drop files ${where}, or choose them. Any type`
  if (maxBytes !== undefined)
    return `${invitation}, up to ${formatFileSize(maxBytes).replace(' ', '\u00a0')} each.`
  return (
    <>
      {invitation}
      {/* Invisible: keeps the page from moving when the limit is known. */}
      <span className="drop__placeholder">, up to 00&nbsp;GB each.</span>
    </>
  )
}

/** Safari does not say how many files are dragged. */
const dropMessage = (count: number) =>
  `Let go to add ${count === 0 ? 'them' : count === 1 ? '1 file' : `${count} files`}`
