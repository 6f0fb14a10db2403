import type { AppContext } from '../../platform/context.ts'
import { fileKey } from './keys.ts'
import { deleteReceiving, deleteStoredPartials, findExpired } from './resumable-uploads.repository.ts'
import { UPLOAD_LIFETIME_MS } from './resumable-uploads.service.ts'
import { deleteStaleFormUploads } from './upload-limits.repository.ts'

/**
 * Deletes expired resumable uploads, and what is left of others whose row is gone. Never what is under a file's key: after a
 * restore an expired upload may have been stored since the backup, and its bytes must go to the trash.
 */
export async function deleteAbandonedUploads({ db, storage, clock }: AppContext) {
  const now = clock.now()
  for (let batch = await findExpired(db, now); batch.length > 0; batch = await findExpired(db, now)) {
    for (const upload of batch) {
      await storage.partialUploads.remove({ ...upload, key: fileKey(upload.id) })
      await deleteReceiving(db, upload.id)
    }
  }
  await storage.partialUploads.deleteAbandoned(new Date(now.getTime() - UPLOAD_LIFETIME_MS))
  await deleteStoredPartials(db)
  await deleteStaleFormUploads(db)
}
