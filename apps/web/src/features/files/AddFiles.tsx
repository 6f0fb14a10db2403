import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { areaOnScreen } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { FileIcon } from './FileIcon.tsx'
import { uploadLimits } from './files.queries.ts'
import { sizeSaid } from './in-words.ts'
import { UploadQueue } from './UploadQueue.tsx'
import { useDrop } from './use-drop.ts'
import { useUploads } from './use-uploads.ts'

/** Drop, choose, paste or photograph; below it what is on its way. */
export function AddFiles({ projectId }: { projectId: string }) {
  const { uploads, queue } = useUploads(projectId)
  const most = useQuery(uploadLimits).data?.maxUploadBytes
  const picker = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const over = useDrop(take)

  function take(files: File[], folders = 0) {
    if (folders > 0) toast.error('Folders cannot be uploaded', 'Please choose the files inside.')
    else if (files.length === 0) toast.error('Please select a file to upload.')
    if (files.length > 0) uploads.add(files, most)
  }

  function takeFrom(input: HTMLInputElement) {
    take([...(input.files ?? [])])
    // The same file can be chosen again.
    input.value = ''
  }

  return (
    <>
      <div className={over === undefined ? 'drop' : 'drop is-over'}>
        <FileIcon name="upload" />
        <p>{over === undefined ? <Offer most={most} /> : letGo(over)}</p>
        <div className="drop__ways">
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

function Offer({ most }: { most: number | undefined }) {
  const where = areaOnScreen() === 'client' ? 'here' : 'anywhere on this page'
  const offer = `Drop files ${where}, or choose them. Any type`
  // A number does not part from its unit.
  if (most !== undefined) return `${offer}, up to ${sizeSaid(most).replace(' ', '\u00a0')} each.`
  return (
    <>
      {offer}
      {/* Its room is kept until it is known. */}
      <span className="drop__unknown">, up to 00&nbsp;GB each.</span>
    </>
  )
}

/** Safari does not count them before they are let go. */
const letGo = (count: number) =>
  `Let go to add ${count === 0 ? 'them' : count === 1 ? '1 file' : `${count} files`}`
