import type { UploadQueue } from '../files/upload-queue.ts'
import type { UploadStore } from '../files/uploads.ts'
import type { useFileDrop } from '../files/use-file-drop.ts'

/** The uploads to the project, and the state of a drag over the page. */
export interface Sending {
  uploads: UploadStore
  queue: UploadQueue
  maxBytes: number | undefined
  dragged: ReturnType<typeof useFileDrop>
}
