import createError from '@fastify/error'
import { cleanNewFileName, files } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { withFields } from '../../platform/http/errors.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { FileNotFound, ProjectNotFound } from '../access/not-found.ts'
import { bothSides } from '../access/parties.ts'
import { requireWritableProject } from '../projects/projects.service.ts'
import { binAllVersions, binFile } from './bin-files.repository.ts'
import { canHaveThumbnail, contentTypeFor } from './content-types.ts'
import { findContents } from './contents.repository.ts'
import { filesOrigin, fileUrl, signerFor, stableSignerFor } from './file-links.ts'
import { findFile, findFileDetails, findParties, listFiles, saveName } from './files.repository.ts'
import type { Signing } from './signed-urls.ts'
import { findHistoryId, listVersions } from './versions.repository.ts'

export const NotYourFile = createError(
  'NOT_YOUR_FILE',
  'Only whoever uploaded this file, or the freelancer, can rename or delete it.',
  403,
)
const InvalidName = createError<[string]>('INVALID_INPUT', '%s', 400)

export async function listProjectFiles(ctx: AppContext, actor: Actor, projectId: string, page: PageParams) {
  const found = await listFiles(ctx.db, actor, projectId, createSigning(ctx), page)
  if (!found) throw new ProjectNotFound()
  return found
}

export async function getFile(ctx: AppContext, actor: Actor, id: string) {
  const file = await findFile(ctx.db, actor, id, createSigning(ctx))
  if (!file) throw new FileNotFound()
  return file
}

export async function listFileVersions(ctx: AppContext, actor: Actor, id: string, page: PageParams) {
  const found = await listVersions(ctx.db, actor, id, createSigning(ctx), page)
  if (!found) throw new FileNotFound()
  return found
}

/** The file of which an upload is a new version. */
export async function getHistoryId(
  ctx: AppContext,
  actor: Actor,
  file: { projectId: string; fileId: string },
) {
  const historyId = await findHistoryId(ctx.db, actor, file)
  if (historyId === undefined) throw new FileNotFound()
  return historyId
}

/** The name, type and key of a file that this person can reach. */
export async function getContents(ctx: AppContext, actor: Actor, id: string) {
  await getFileDetails(ctx, actor, id)
  const contents = await findContents(ctx.db, id)
  if (!contents) throw new FileNotFound()
  return contents
}

/** The content type follows the extension, as it does at upload. */
export async function renameFile(ctx: AppContext, actor: Actor, id: string, fileName: string) {
  const before = await getFileDetails(ctx, actor, id)
  const name = cleanNewFileName(fileName, before.name)
  if (name === undefined)
    throw withFields(new InvalidName(files.NAME_MISSING), { fileName: files.NAME_MISSING })
  const contentType = contentTypeFor(name, before.contentType)
  const becomesImage = canHaveThumbnail(contentType) && !canHaveThumbnail(before.contentType)
  const renamed = await ctx.db.transaction().execute(async (db) => {
    const saved = await saveName(db, actor, { id, name, contentType }, createSigning(ctx))
    if (saved && becomesImage) await ctx.jobs.add(db, 'makeThumbnail', { fileId: id }, { lowPriority: true })
    return saved
  })
  if (!renamed) throw await findReasonAgainstChange(ctx, actor, id)
  ctx.live.changed(bothSides(renamed), 'files.rename')
  return renamed.json
}

/** It can be restored from the bin (features/bin). Versions that were deleted together are restored together. */
export async function removeFile(ctx: AppContext, actor: Actor, id: string, versions: 'one' | 'all' = 'one') {
  const bin = versions === 'all' ? binAllVersions : binFile
  const parties = await ctx.db.transaction().execute((trx) => bin(trx, actor, id, ctx.clock.now()))
  if (!parties) throw await findReasonAgainstChange(ctx, actor, id)
  ctx.live.changed(bothSides(parties), 'files.remove')
}

async function findReasonAgainstChange(ctx: AppContext, actor: Actor, id: string) {
  const { projectId } = await getFileDetails(ctx, actor, id)
  await requireWritableProject(ctx, actor, projectId)
  return new NotYourFile()
}

async function getFileDetails(ctx: AppContext, actor: Actor, id: string) {
  const found = await findFileDetails(ctx.db, actor, id)
  if (!found) throw new FileNotFound()
  return found
}

export async function makeZipLink(
  ctx: AppContext,
  actor: Actor,
  projectId: string,
  versions: files.WhichVersions = 'newest',
) {
  if (!(await findParties(ctx.db, actor, projectId))) throw new ProjectNotFound()
  const path = `project/${projectId}/zip/content`
  const url = fileUrl(filesOrigin(ctx), path, projectId, signerFor(ctx, 'zip'))
  return { zipUrl: versions === 'all' ? `${url}&versions=all` : url }
}

/** The parameters that sign the links in a response. */
export function createSigning(ctx: AppContext): Signing {
  const { until, key } = signerFor(ctx, 'content')
  const picture = stableSignerFor(ctx, 'thumbnail')
  return { origin: filesOrigin(ctx), until, key, pictureUntil: picture.until, pictureKey: picture.key }
}
