import { type Area, storedAttachments } from '../../app/stored.ts'

/**
 * Uploads that a chat message waits for. The id of a file that has arrived is stored under that of its upload, because the
 * message may be in another tab, or on no page at all.
 */
export function saveAttachment(area: Area, owner: string, clientUploadId: string, fileId: string) {
  storedAttachments(area, owner).item(clientUploadId).write({ fileId })
}

/** Undefined until the file has arrived. */
export const readAttachment = (area: Area, owner: string, clientUploadId: string) =>
  storedAttachments(area, owner).item(clientUploadId).read()?.fileId

export const removeAttachment = (area: Area, owner: string, clientUploadId: string) =>
  storedAttachments(area, owner).item(clientUploadId).remove()
