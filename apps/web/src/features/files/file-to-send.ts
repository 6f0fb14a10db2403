import type { Area } from '../../app/session.ts'
import type { UploadItem, UploadTarget } from './stored-uploads.ts'

export interface FileToSend {
  file: File
  area: Area
  projectId: string
  target: UploadTarget
  /** The same in every attempt, so that the file is stored once. */
  clientUploadId: string
  /** Where a resumable upload stores how to go on. */
  item: UploadItem
  signal: AbortSignal
  onProgress(bytesSent: number): void
}
