import type { chat } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { areaOnScreen } from '../../../app/session.ts'
import { DownloadFile } from '../../files/DownloadFile.tsx'
import { FileIcon, iconFor } from '../../files/FileIcon.tsx'
import { FileName } from '../../files/FileName.tsx'
import { filePath } from '../../files/file-path.ts'
import { formatFileSize } from '../../files/file-size.ts'
import { type ListedFile, someFiles } from '../../files/files.queries.ts'
import { ThumbnailOrIcon } from '../../files/Thumbnail.tsx'
import { percentSent } from '../../files/upload-progress.ts'
import type { Upload, UploadQueue } from '../../files/upload-queue.ts'
import { findUploadStore, subscribeToUploads } from '../../files/upload-stores.ts'
import { useLocalPicture } from '../../files/use-local-picture.ts'
import { isViewableImage } from '../../files/viewable-image.ts'
import type { OutgoingFile } from '../timeline/thread.ts'
import './message-files.css'

/** The files of a message: what has become of them since is asked for. */
export function MessageFiles({ files: sent }: { files: readonly chat.MessageFile[] }) {
  const { data } = useQuery(someFiles(sent.map(({ id }) => id)))
  return (
    <ul className="msg__files">
      {sent.map((file) => {
        const found = data?.find(({ id }) => id === file.id)
        return (
          <li key={file.id} className="sent-file">
            {data && !found ? <DeletedFile file={file} /> : <SentFile sent={file} file={found} />}
          </li>
        )
      })}
    </ul>
  )
}

/** `file` is undefined while it loads. */
function SentFile({ sent, file }: { sent: chat.MessageFile; file: ListedFile | undefined }) {
  const { id, fileName, size, contentType } = file ?? sent
  return (
    <>
      <FileBox contentType={contentType}>
        {file ? <ThumbnailOrIcon file={file} /> : <FileIcon name={iconFor(contentType)} />}
      </FileBox>
      <div className="sent-file__text">
        <Link className="sent-file__link" to={filePath(id)}>
          <FileName name={fileName} />
        </Link>
        <span className="small muted num">{formatFileSize(size)}</span>
      </div>
      {file && (
        <span className="sent-file__download">
          <DownloadFile file={file} />
        </span>
      )}
    </>
  )
}

function DeletedFile({ file: { fileName, contentType } }: { file: chat.MessageFile }) {
  return (
    <>
      <span className="sent-file__icon">
        <FileIcon name={iconFor(contentType)} />
      </span>
      <div className="sent-file__text muted">
        <FileName name={fileName} />
        <span className="small">Deleted</span>
      </div>
    </>
  )
}

/** The files of a message that is not sent, with what of them has been uploaded. */
export function OutgoingFiles({ files }: { files: readonly OutgoingFile[] }) {
  return (
    <ul className="msg__files">
      {files.map((file) => (
        <OutgoingFileItem key={file.clientUploadId} file={file} />
      ))}
    </ul>
  )
}

function OutgoingFileItem({ file }: { file: OutgoingFile }) {
  const { fileName, size, contentType } = file
  const upload = useUpload(file)
  const picture = useLocalPicture(upload?.file)
  return (
    <li className="sent-file">
      <FileBox contentType={contentType}>
        {picture ? <img src={picture} alt="" /> : <FileIcon name={iconFor(contentType)} />}
      </FileBox>
      <div className="sent-file__text">
        <FileName name={fileName} />
        <span className="small muted num">{file.isLost ? 'Lost' : uploadText(upload, size)}</span>
      </div>
      {upload?.state === 'sending' && (
        <progress
          className="meter sent-file__progress"
          aria-label={fileName}
          value={percentSent(upload)}
          max={100}
        />
      )}
    </li>
  )
}

function uploadText(upload: Upload | undefined, size: number) {
  if (upload?.state === 'sending') return `${formatFileSize(size)}, ${percentSent(upload)} % uploaded`
  if (upload?.state === 'queued') return `${formatFileSize(size)}, waiting`
  if (upload?.state === 'waiting-for-connection') return 'No connection. It continues by itself.'
  return formatFileSize(size)
}

const NO_UPLOADS: UploadQueue = []

function useUpload({ projectId, clientUploadId }: OutgoingFile) {
  const readQueue = () => findUploadStore(areaOnScreen(), projectId)?.queue() ?? NO_UPLOADS
  const queue = useSyncExternalStore(subscribeToUploads, readQueue)
  return queue.find((upload) => upload.clientUploadId === clientUploadId)
}

/** A picture has room from the start, so that the list does not move when it has loaded. */
function FileBox({ contentType, children }: { contentType: string; children: ReactNode }) {
  return (
    <span className={isViewableImage({ contentType }) ? 'sent-file__picture' : 'sent-file__icon'}>
      {children}
    </span>
  )
}
