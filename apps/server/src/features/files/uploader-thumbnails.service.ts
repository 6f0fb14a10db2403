import { Readable } from 'node:stream'
import { files } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import { currentPayer } from '../../platform/sql/current-account.ts'
import { FileNotFound, ProjectArchived } from '../access/not-found.ts'
import { writeProject } from '../events/write-project.ts'
import { readFile } from './files.repository.ts'
import { createSigning } from './files.service.ts'
import { removeUnneededBytes } from './installation.service.ts'
import { thumbnailKey } from './keys.ts'
import { makePictures } from './picture-turns.ts'
import { findUpload, hasThumbnail, markUploaderThumbnail } from './pictures.repository.ts'
import { resizeImage } from './resize-image.ts'
import { uploaderTypeOf } from './uploader-type.ts'

const NotYourUpload = problem(
  'NOT_YOUR_UPLOAD',
  403,
  'Only whoever uploaded this file can send a picture of it.',
  {
    when: 'Somebody sends a thumbnail of a file that another side or a guest has uploaded.',
  },
)
const NoThumbnailNeeded = problem(
  'NO_THUMBNAIL_NEEDED',
  409,
  'Only PDFs and videos need a picture that is sent with them, and only one.',
  { when: 'A thumbnail is sent for another type of file, or for one that has a thumbnail.' },
)

/** Smaller ones show nothing, larger ones cannot come from a program that makes thumbnails. */
const MIN_SIDE_PX = 8
const MAX_SIDE_PX = 4_096

/**
 * Nobody can compare the picture with the file here, because the server opens neither PDFs nor videos. It is opened as every
 * uploaded image is, in a process of its own, and only what that process has drawn is stored.
 */
export async function setUploaderThumbnail(ctx: AppContext, actor: Actor, id: string, base64: string) {
  const upload = await findUpload(ctx.db, actor, id)
  if (!upload) throw new FileNotFound()
  if (upload.isArchived) throw new ProjectArchived()
  if (upload.uploaderType !== uploaderTypeOf(actor) || !upload.isByThisPerson) throw new NotYourUpload()
  if (!files.isPicturedByUploader(upload) || upload.hasThumbnail) throw new NoThumbnailNeeded()
  const thumbnail = await drawThumbnail(Buffer.from(base64, 'base64'))

  const key = thumbnailKey(id)
  await ctx.storage.put(key, thumbnail)
  try {
    return await writeProject(ctx, actor, { file: id }, 'files.setThumbnail', async (project, trx) => {
      await markUploaderThumbnail(trx, project, id)
      return { read: () => readFile(trx, project, id, createSigning(ctx)) }
    })
  } catch (error) {
    // The file was deleted, or its project archived, while the picture was drawn. Another one may be stored under the key.
    if (!(await hasThumbnail(ctx.db, id))) await removeUnneededBytes(ctx, key)
    throw error
  }
}

async function drawThumbnail(picture: Buffer) {
  if (!isPicture(picture)) throw invalidInput('picture', NOT_A_PICTURE)
  const payer = currentPayer()
  const workspaceId = payer && 'workspaceId' in payer ? payer.workspaceId : ''
  const drawn = await makePictures(workspaceId, () => resizeImage(Readable.from([picture])))
  if (!drawn) throw invalidInput('picture', NOT_A_PICTURE)
  const { width, height, pages, thumbnail } = drawn
  if (Math.min(width, height) < MIN_SIDE_PX || Math.max(width, height) > MAX_SIDE_PX || pages > 1)
    throw invalidInput(
      'picture',
      `The picture must have ${MIN_SIDE_PX} to ${MAX_SIDE_PX} pixels on each side.`,
    )
  return thumbnail
}

const NOT_A_PICTURE = 'This is no PNG, JPEG or WebP that can be opened.'

/** The first bytes of the three formats that browsers make. */
function isPicture(bytes: Buffer) {
  const head = bytes.toString('latin1', 0, 12)
  return head.startsWith('\x89PNG') || head.startsWith('\xff\xd8\xff') || /^RIFF.{4}WEBP/s.test(head)
}
