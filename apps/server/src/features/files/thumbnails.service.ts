import type { AppContext } from '../../platform/context.ts'
import { canHaveThumbnail } from './content-types.ts'
import { removeUnneededBytes } from './installation.service.ts'
import { fileKey, thumbnailKey } from './keys.ts'
import { findUnreadable } from './lost-files.ts'
import { makePictures } from './picture-turns.ts'
import { findImage, markThumbnail } from './pictures.repository.ts'
import { savePictures } from './pictures.service.ts'
import { resizeImage } from './resize-image.ts'

/** Larger images get no thumbnail. */
const MAX_IMAGE_BYTES = 64 * 1_024 * 1_024

/** Longer than a caller who looks at an image waits. */
const MAX_WAIT_MS = 5 * 60_000

/** Makes the thumbnail and preview of an image. A broken file or a decompression bomb gets none. */
export async function makeThumbnail(ctx: AppContext, { fileId }: { fileId: string }) {
  const { db, storage, log } = ctx
  const file = await findImage(db, fileId)
  if (!file || !canHaveThumbnail(file.contentType) || Number(file.size) > MAX_IMAGE_BYTES) return

  const { lost, damaged } = await findUnreadable(ctx, [{ id: fileId, size: file.size }])
  if (lost.size + damaged.size > 0) return

  const make = async () => {
    const original = await storage.read(fileKey(fileId))
    return original && resizeImage(original)
  }
  const pictures = await makePictures(file.workspaceId ?? '', make, MAX_WAIT_MS)
  if (pictures !== undefined) await savePictures(ctx, fileId, pictures)
  if (!pictures) return log.info({ file: fileId }, 'an image that cannot be made small')
  const key = thumbnailKey(fileId)
  await storage.put(key, pictures.thumbnail)
  const parties = await markThumbnail(db, fileId)
  if (parties) ctx.live.changed(parties, 'files.thumbnailMade')
  else await removeUnneededBytes(ctx, key)
}
