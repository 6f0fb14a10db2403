import { cleanFileName } from '@portico/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { Area } from '../../../app/session.ts'
import { storedAttachments } from '../../../app/stored.ts'
import { readAttachment, removeAttachment } from '../../files/attached-uploads.ts'
import type { Upload } from '../../files/upload-queue.ts'
import { findUploadStore, subscribeToUploads } from '../../files/upload-stores.ts'
import type { OutgoingFile } from '../timeline/thread.ts'

let uploads: typeof import('../../files/uploads.ts') | undefined

/** Before files are attached. A chat without files comes without the code that uploads them. */
export async function loadUploads() {
  uploads = await import('../../files/uploads.ts')
}

/** The files of messages that are on their way: each is an ordinary upload to its project. */
export interface Attachments {
  /** Needs `loadUploads`. */
  add(files: readonly File[], projectId: string): OutgoingFile[]
  /** The id of a file that has arrived. */
  fileId(file: OutgoingFile): string | undefined
  /** Why a file does not arrive by itself. Undefined while it is on its way. */
  failure(file: OutgoingFile): string | undefined
  /** Whether the browser has forgotten the file: neither this tab nor another one sends it. */
  isLost(file: OutgoingFile): Promise<boolean>
  retry(file: OutgoingFile): void
  cancel(file: OutgoingFile): void
  /** Its message was sent or discarded. */
  forget(file: OutgoingFile): void
  onChange(listener: () => void): () => void
}

export function createAttachments(area: Area, ownerId: string, queryClient: QueryClient): Attachments {
  const storeOf = ({ projectId }: OutgoingFile) => findUploadStore(area, projectId)
  const find = (file: OutgoingFile) =>
    storeOf(file)
      ?.queue()
      .find(({ clientUploadId }) => clientUploadId === file.clientUploadId)
  const fileId = ({ clientUploadId }: OutgoingFile) => readAttachment(area, ownerId, clientUploadId)

  return {
    add(files, projectId) {
      if (!uploads) throw new Error('Files are attached before what uploads them has loaded.')
      const store = uploads.getUploadStore(area, projectId, queryClient)
      const added = store.add([...files], undefined, { isAttached: true })
      return files.map((file, index) => ({
        clientUploadId: added[index]?.clientUploadId ?? '',
        projectId,
        fileName: cleanFileName(file.name),
        size: file.size,
        contentType: file.type,
      }))
    },
    fileId,
    failure: (file) => failureOf(find(file)),
    async isLost(file) {
      if (find(file) || fileId(file)) return false
      const isKept = await import('../../files/unsent-files.ts').then(
        ({ isUnsentFileKept }) => isUnsentFileKept(area, ownerId, file.clientUploadId),
        // Without a network the code does not load, and nobody knows.
        () => true,
      )
      return !isKept && !find(file) && !fileId(file)
    },
    retry(file) {
      const upload = find(file)
      if (upload) storeOf(file)?.retry(upload.id)
    },
    cancel(file) {
      const upload = find(file)
      if (upload && upload.state !== 'stored') storeOf(file)?.cancel(upload.id)
    },
    forget: ({ clientUploadId }) => removeAttachment(area, ownerId, clientUploadId),
    onChange(listener) {
      const stop = subscribeToUploads(listener)
      const keyPrefix = storedAttachments(area, ownerId).item('').key
      const handleStorage = ({ key }: StorageEvent) => {
        if (key?.startsWith(keyPrefix)) listener()
      }
      window.addEventListener('storage', handleStorage)
      return () => {
        stop()
        window.removeEventListener('storage', handleStorage)
      }
    },
  }
}

function failureOf(upload: Upload | undefined) {
  if (upload?.state !== 'failed' && upload?.state !== 'stopped') return undefined
  return `${upload.name} was not uploaded. ${upload.failure?.reason ?? ''}`.trim()
}
