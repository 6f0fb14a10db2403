import type { files } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { NotReady } from '../../platform/http/errors.ts'
import { currentPayer } from '../../platform/sql/current-account.ts'
import { canHaveThumbnail } from './content-types.ts'
import { filesOrigin, fileUrl, signerFor } from './file-links.ts'
import { getContents } from './files.service.ts'
import { removeUnneededBytes } from './installation.service.ts'
import { fileKey, previewKey } from './keys.ts'
import { lostFileError, requireWholeFile } from './lost-files.ts'
import { MAX_PICTURE_WAIT_MS, makePictures } from './picture-turns.ts'
import { findPicture, type PictureRow, savePicture } from './pictures.repository.ts'
import { resizeImage } from './resize-image.ts'
import type { ResizedPictures } from './resized-pictures.ts'

/** Larger files are offered as downloads. */
const MAX_IMAGE_BYTES = 256 * 1_024 * 1_024
const UNREADABLE: PictureRow = { width: null, height: null, pages: null, hasPreview: false }

/** By file id, so that concurrent requests for one image wait for the same preview. */
const running = new Map<string, Promise<PictureRow>>()

/**
 * The size of an image, and a preview if it is large. Both are stored by the job that makes the thumbnail, or here if
 * the image is opened earlier.
 */
export async function getPicture(ctx: AppContext, actor: Actor, id: string): Promise<files.Picture> {
  const file = await getContents(ctx, actor, id)
  await requireWholeFile(ctx, { ...file, id })
  const { width, height, pages, hasPreview } = canHaveThumbnail(file.contentType)
    ? ((await findKnown(ctx, id)) ?? (await inspectOnce(ctx, id, Number(file.size))))
    : UNREADABLE
  const link = () => fileUrl(filesOrigin(ctx), `${id}/preview`, id, signerFor(ctx, 'preview'))
  return { width, height, pages, previewUrl: hasPreview ? link() : null }
}

/** A lost preview, for example after a restore, is made again, and pages that were not counted are counted. */
async function findKnown({ db, storage }: AppContext, id: string) {
  const known = await findPicture(db, id)
  if (known && known.width !== null && known.pages === null) return undefined
  const isLost = known?.hasPreview && (await storage.getSize(previewKey(id))) === undefined
  return isLost ? undefined : known
}

/** A picture that takes longer than a caller can wait is made all the same, and ready when they ask again. */
async function inspectOnce(ctx: AppContext, id: string, bytes: number) {
  const started = running.get(id) ?? inspect(ctx, id, bytes).finally(() => running.delete(id))
  running.set(id, started)
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotReady()), MAX_PICTURE_WAIT_MS)
  })
  return Promise.race([started, tooLong]).finally(() => clearTimeout(timer))
}

async function inspect(ctx: AppContext, id: string, bytes: number) {
  if (bytes > MAX_IMAGE_BYTES) return UNREADABLE
  const payer = currentPayer()
  const workspaceId = payer && 'workspaceId' in payer ? payer.workspaceId : ''
  const pictures = await makePictures(workspaceId, async () => {
    const original = await ctx.storage.read(fileKey(id))
    if (!original) throw await lostFileError(ctx, id)
    return resizeImage(original)
  })
  return savePictures(ctx, id, pictures)
}

/** Stores null for a file that is not an image, so that it is not tried again. */
export async function savePictures(ctx: AppContext, id: string, pictures: ResizedPictures | null) {
  const { db, storage } = ctx
  const row = pictures
    ? {
        width: pictures.width,
        height: pictures.height,
        pages: pictures.pages,
        hasPreview: pictures.preview !== null,
      }
    : UNREADABLE
  if (pictures?.preview) await storage.put(previewKey(id), pictures.preview)
  const isSaved = await savePicture(db, id, row)
  if (pictures?.preview && !isSaved) await removeUnneededBytes(ctx, previewKey(id))
  return row
}
