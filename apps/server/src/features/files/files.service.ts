import { cleanNewFileName, files } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { requireUnchanged } from '../../platform/http/changed-meanwhile.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { addToBin } from '../access/bin-item.ts'
import { FileNotFound, ProjectNotFound } from '../access/not-found.ts'
import { audit } from '../audit/audit.ts'
import { closeOutdatedReviews, countWaitingNotes, reopenUnanswered } from '../events/consequences.ts'
import { writeProject } from '../events/write-project.ts'
import {
  type FileRow,
  findFileRow,
  findVersionsOf,
  saveName,
  setBinned,
  setNewest,
} from './changes.repository.ts'
import { canHaveThumbnail, contentTypeFor } from './content-types.ts'
import { findContents } from './contents.repository.ts'
import { filesOrigin, fileUrl, signerFor, stableSignerFor } from './file-links.ts'
import {
  findFile,
  findParties,
  findSomeFiles,
  findSummary,
  isFileReachable,
  listFiles,
  readFile,
} from './files.repository.ts'
import { type Filter, listFilteredFiles } from './filtered-files.repository.ts'
import { queueThumbnail } from './queue-thumbnail.ts'
import type { Signing } from './signed-urls.ts'
import { removeStaged } from './staged-files.service.ts'
import { uploaderTypeOf } from './uploader-type.ts'
import { findHistoryId, listVersions } from './versions.repository.ts'
import type { ZipSelection } from './zip.repository.ts'

export const NotYourFile = problem(
  'NOT_YOUR_FILE',
  403,
  'Only whoever uploaded this file, or the freelancer, can rename or delete it.',
  {
    when: 'A client wants to rename or delete what their freelancer, or somebody else of the same client, has uploaded.',
  },
)

export async function listProjectFiles(
  ctx: AppContext,
  actor: Actor,
  projectId: string,
  filter: Filter,
  page: PageParams,
) {
  const signing = createSigning(ctx)
  const found = isFiltered(filter)
    ? await listFilteredFiles(ctx.db, actor, projectId, signing, filter, page)
    : await listFiles(ctx.db, actor, projectId, signing, page)
  if (!found) throw new ProjectNotFound()
  return found
}

const isFiltered = ({ search, sort = 'newest', section, fromClient }: Filter) =>
  Boolean(search || sort !== 'newest' || section || fromClient)

export async function summarizeFiles(ctx: AppContext, actor: Actor, projectId: string) {
  const found = await findSummary(ctx.db, actor, projectId)
  if (!found) throw new ProjectNotFound()
  return found
}

export async function getFile(ctx: AppContext, actor: Actor, id: string) {
  const file = await findFile(ctx.db, actor, id, createSigning(ctx))
  if (!file) throw new FileNotFound()
  return file
}

export function getSomeFiles(ctx: AppContext, actor: Actor, ids: string) {
  return findSomeFiles(ctx.db, actor, ids.split(','), createSigning(ctx))
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
  if (!(await isFileReachable(ctx.db, actor, id))) throw new FileNotFound()
  const contents = await findContents(ctx.db, id)
  if (!contents) throw new FileNotFound()
  return contents
}

/** The content type follows the extension, as it does at upload. */
export function renameFile(
  ctx: AppContext,
  actor: Actor,
  id: string,
  { fileName, was }: { fileName: string; was?: { fileName: string } },
) {
  return writeProject(ctx, actor, { file: id }, 'files.rename', async (project, trx) => {
    const file = await findFileRow(trx, project, id)
    if (!file) throw new FileNotFound()
    const name = cleanNewFileName(fileName, file.name)
    if (name === undefined) throw invalidInput('fileName', files.NAME_MISSING)
    if (!isChangeable(actor, file)) throw new NotYourFile()
    requireUnchanged({ fileName: file.name }, { fileName: name }, was)
    const contentType = contentTypeFor(name, file.contentType)
    await saveName(trx, project, { id, name, contentType })
    if (canHaveThumbnail(contentType) && !canHaveThumbnail(file.contentType))
      await queueThumbnail(ctx, trx, id, project.workspaceId)
    return { read: () => readFile(trx, project, id, createSigning(ctx)) }
  })
}

/** Somebody of a client can change their own and the guests' uploads, but not those of others. */
const isChangeable = ({ side, personId }: Actor, { uploaderId }: FileRow) =>
  side === 'freelancer' || uploaderId === null || uploaderId === personId

/** It can be restored from the bin (features/bin), unless it was not sent yet. Versions that were deleted together are restored together. */
export async function removeFile(ctx: AppContext, actor: Actor, id: string, which: 'one' | 'all' = 'one') {
  if (actor.side === 'client' && (await removeStaged(ctx, actor, id))) return
  return writeProject(ctx, actor, { file: id }, 'files.remove', async (project, trx) => {
    const now = ctx.clock.now()
    const versions = await findVersionsOf(trx, project, id)
    const deleted = which === 'all' ? versions : versions.filter((version) => version.id === id)
    const remaining = versions.filter((version) => !deleted.includes(version))
    const [file] = deleted
    if (!file) throw new FileNotFound()
    if (!deleted.every((version) => isChangeable(actor, version))) throw new NotYourFile()
    const target = { kind: 'file', id: file.id, name: file.name } as const
    await audit({ ...ctx, db: trx }, actor, {
      action: 'file.deleted',
      target,
      details: { count: deleted.length },
    })
    await setBinned(trx, project, deleted)
    await setNewest(trx, project, remaining)
    await closeOutdatedReviews(trx, project, now)
    await countWaitingNotes(trx, file)
    await reopenUnanswered(
      trx,
      project,
      deleted.map(({ id }) => id),
      now,
    )
    await addToBin(
      trx,
      project,
      { fileId: file.id, deletedBy: uploaderTypeOf(actor), deletedById: actor.personId },
      now,
    )
    const hadOthers = file.version > 1 || remaining.length > 0
    const version = which === 'one' && hadOthers ? file.version : null
    return {
      events: [{ kind: 'file_deleted', subject: { fileId: file.id, fileName: file.name, version } }],
    }
  })
}

export async function makeZipLink(
  ctx: AppContext,
  actor: Actor,
  projectId: string,
  { versions = 'newest', only }: ZipSelection = {},
) {
  if (!(await findParties(ctx.db, actor, projectId))) throw new ProjectNotFound()
  await audit(ctx, actor, { action: 'export.files', target: { kind: 'project', id: projectId } })
  const path = `project/${projectId}/zip/content`
  const url = fileUrl(filesOrigin(ctx), path, projectId, signerFor(ctx, 'zip'))
  // Not signed: who may download all files may download some.
  const some = only === undefined ? '' : `&only=${only}`
  return { zipUrl: `${url}${versions === 'all' ? '&versions=all' : ''}${some}` }
}

/** The parameters that sign the links in a response. */
export function createSigning(ctx: AppContext): Signing {
  const { until, key } = signerFor(ctx, 'content')
  const picture = stableSignerFor(ctx, 'thumbnail')
  return { origin: filesOrigin(ctx), until, key, pictureUntil: picture.until, pictureKey: picture.key }
}
