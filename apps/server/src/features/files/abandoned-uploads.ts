import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { createPartialUploadStore } from '../../platform/storage/partial-uploads.ts'
import { deleteExpired } from './resumable-uploads.repository.ts'
import { UPLOAD_LIFETIME_MS } from './resumable-uploads.service.ts'
import { deleteStaleFormUploads } from './upload-limits.repository.ts'

const INTERVAL_MS = 60 * 60 * 1_000

/** Every process cleans up its own folder, which other processes may not reach. */
export function cleanUpAbandonedUploads(app: FastifyInstance) {
  const { ctx } = app
  let timer: NodeJS.Timeout | undefined
  const cleanUp = () =>
    deleteAbandonedUploads(ctx).catch((error) =>
      ctx.log.warn({ err: error }, 'abandoned uploads could not be deleted'),
    )

  app.addHook('onListen', async () => {
    void cleanUp()
    timer = setInterval(cleanUp, INTERVAL_MS).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

/**
 * Deletes expired resumable uploads. Only their age decides about the bytes: other processes may use the same folder, and a
 * database without a row for an upload may be the wrong one.
 */
export async function deleteAbandonedUploads({ db, storage, clock }: AppContext) {
  const now = clock.now()
  const partialUploads = createPartialUploadStore(storage.partialUploadFolder)
  for (const id of await partialUploads.list())
    if (now.getTime() - (await partialUploads.modifiedAt(id)) > UPLOAD_LIFETIME_MS)
      await partialUploads.remove(id)
  await deleteExpired(db, now)
  await deleteStaleFormUploads(db)
}
