import type { requests } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { currentSession } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { CoreIcon } from '../../ui/CoreIcon.tsx'
import { useMoveFocusOnUnmount } from '../../ui/use-move-focus-on-unmount.ts'
import { FileIcon, iconFor } from '../files/FileIcon.tsx'
import { FileName } from '../files/FileName.tsx'
import { removeStagedFile } from '../files/staged-files.queries.ts'
import { percentSent } from '../files/upload-progress.ts'
import { isListed, type Upload, type UploadQueue } from '../files/upload-queue.ts'
import type { UploadStore } from '../files/uploads.ts'
import { useLocalPicture } from '../files/use-local-picture.ts'
import './gathered-files.css'

interface Props {
  files: readonly requests.AnswerFile[]
  /** The uploads for the same request. */
  queue: UploadQueue
  uploads: UploadStore
  isReadOnly?: boolean
}

/** What the client has gathered for a request and not sent: what has arrived, and what is on its way. */
export function GatheredFiles({ files, queue, uploads, isReadOnly = false }: Props) {
  const arriving = queue.filter((upload) => isArriving(upload) && !isListed(upload, files))
  if (files.length + arriving.length === 0) return null
  const others = othersText(files)
  return (
    <>
      <ul className="gathered" aria-label="Not sent yet">
        {files.map((file) => (
          <GatheredFile
            key={file.id}
            file={file}
            chosen={queue.find(({ fileId }) => fileId === file.id)?.chosen}
            isReadOnly={isReadOnly}
          />
        ))}
        {arriving.map((upload) => (
          <ArrivingFile key={upload.id} upload={upload} onCancel={() => uploads.cancel(upload.id)} />
        ))}
      </ul>
      {others && <p className="small muted">{others}</p>}
    </>
  )
}

/** Who of the client gathered what the reader has not. */
function othersText(files: readonly requests.AnswerFile[]) {
  const state = currentSession('client')
  const own = state.status === 'in' ? state.session.name : undefined
  return [...Map.groupBy(files, ({ author }) => author)]
    .filter(([author]) => author !== own)
    .map(
      ([author, { length }]) =>
        `${author} gathered ${length === files.length ? 'these' : `${length} of these`}.`,
    )
    .join(' ')
}

/** Others have a row, which says what is wrong with them. */
const isArriving = ({ state }: Upload) => state === 'queued' || state === 'sending' || state === 'stored'

interface GatheredFileProps {
  file: requests.AnswerFile
  /** Absent unless it was chosen since the page was loaded. */
  chosen: File | undefined
  isReadOnly: boolean
}

function GatheredFile({ file, chosen, isReadOnly }: GatheredFileProps) {
  const { fileName, contentType, thumbnailUrl } = file
  const { mutate, isPending, isSuccess } = useMutation(removeStagedFile(file.id))
  const local = useLocalPicture(chosen)
  const ref = useMoveFocusOnUnmount<HTMLLIElement>(nextRemoveButton)
  return (
    <li ref={ref} className="gathered__file">
      <Picture name={fileName} contentType={contentType} url={local ?? thumbnailUrl ?? undefined} />
      {!isReadOnly && (
        <RemoveButton label={`Remove ${fileName}`} busy={isPending || isSuccess} onPress={() => mutate()} />
      )}
    </li>
  )
}

function ArrivingFile({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { name, file, chosen = file, state } = upload
  const ref = useMoveFocusOnUnmount<HTMLLIElement>(nextRemoveButton)
  return (
    <li ref={ref} className="gathered__file">
      <Picture name={name} contentType={chosen?.type ?? ''} url={useLocalPicture(chosen)} />
      <progress
        className="meter gathered__progress"
        aria-label={name}
        value={state === 'stored' ? 100 : percentSent(upload)}
        max={100}
      />
      {state !== 'stored' && <RemoveButton label={`Cancel ${name}`} onPress={onCancel} />}
    </li>
  )
}

function Picture({ name, contentType, url }: { name: string; contentType: string; url: string | undefined }) {
  const [failed, setFailed] = useState<string>()
  if (url && url !== failed)
    return (
      <img
        className="gathered__picture"
        src={url}
        alt={name}
        width={120}
        height={120}
        decoding="async"
        onError={() => setFailed(url)}
      />
    )
  return (
    <span className="gathered__picture">
      <FileIcon name={iconFor(contentType)} />
      <FileName name={name} className="gathered__name" />
    </span>
  )
}

interface RemoveButtonProps {
  label: string
  busy?: boolean
  onPress: () => void
}

function RemoveButton({ label, busy = false, onPress }: RemoveButtonProps) {
  return (
    <Button size="sm" className="btn--icon gathered__remove" aria-label={label} busy={busy} onClick={onPress}>
      <CoreIcon name="close" small />
    </Button>
  )
}

const nextRemoveButton = (tile: HTMLElement) =>
  (tile.nextElementSibling ?? tile.previousElementSibling)?.querySelector('.gathered__remove') ??
  tile.closest('section, li:not(.gathered__file)')?.querySelector('.drop__actions > :last-child') ??
  null
