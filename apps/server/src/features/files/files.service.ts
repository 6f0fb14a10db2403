import createError from '@fastify/error'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Person } from '../../platform/realtime/live.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { ProjectNotFound, requireWritableProject } from '../projects/projects.service.ts'
import { filesOrigin, fileUrl, signerFor, stableSignerFor } from './file-links.ts'
import {
  binFile,
  findFile,
  findParties,
  findProjectOfFile,
  listFiles,
  type Parties,
  type Signing,
} from './files.repository.ts'

export const FileNotFound = createError('FILE_NOT_FOUND', 'File not found.', 404)
export const NotYourFile = createError(
  'NOT_YOUR_FILE',
  'Only whoever uploaded this file, or the freelancer, can delete it.',
  403,
)

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

/** It can be restored from the bin (features/bin). */
export async function removeFile(ctx: AppContext, actor: Actor, id: string) {
  const parties = await binFile(ctx.db, actor, id, ctx.clock.now())
  if (!parties) {
    const projectId = await findProjectOfFile(ctx.db, actor, id)
    if (!projectId) throw new FileNotFound()
    await requireWritableProject(ctx, actor, projectId)
    throw new NotYourFile()
  }
  ctx.live.changed(bothSides(parties), 'files.remove')
}

export async function makeZipLink(ctx: AppContext, actor: Actor, projectId: string) {
  if (!(await findParties(ctx.db, actor, projectId))) throw new ProjectNotFound()
  const path = `project/${projectId}/zip/content`
  return { zipUrl: fileUrl(filesOrigin(ctx), path, projectId, signerFor(ctx, 'zip')) }
}

/** The people who see a project's files. */
export function bothSides({ freelancerId, clientId }: Parties): Person[] {
  return [
    { role: 'freelancer', id: freelancerId },
    { role: 'client', id: clientId },
  ]
}

/** For the links in an answer. */
export function createSigning(ctx: AppContext): Signing {
  const { until, key } = signerFor(ctx, 'content')
  const picture = stableSignerFor(ctx, 'thumbnail')
  return { origin: filesOrigin(ctx), until, key, pictureUntil: picture.until, pictureKey: picture.key }
}
