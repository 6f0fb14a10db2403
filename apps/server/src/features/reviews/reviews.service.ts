import createError from '@fastify/error'
import type { reviews } from '@portico/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Actor, ClientUser, Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Person } from '../../platform/realtime/live.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { FileNotFound } from '../files/files.service.ts'
import { ProjectNotFound, requireWritableProject } from '../projects/projects.service.ts'
import {
  countOpenNotes,
  insertReview,
  lockProject,
  type Parties,
  withdrawReview,
} from './changes.repository.ts'
import {
  findProjectOfReview,
  findReviewedFile,
  listReviewsOfFile,
  listWaitingReviews,
  readReview,
} from './reviews.repository.ts'

export const ReviewNotFound = createError('REVIEW_NOT_FOUND', 'Review not found.', 404)
export const ReviewNotOpen = createError(
  'REVIEW_NOT_OPEN',
  'This is not open any more: it was decided or withdrawn, or there is a newer version.',
  409,
)
const ReviewOpen = createError('REVIEW_OPEN', 'The client has been asked about this file already.', 409)
const NotesOpen = createError<[string, string]>(
  'NOTES_OPEN',
  '%s of the client %s still open. Mark each as done or decline it, then ask again.',
  409,
)
const NewerVersion = createError(
  'NEWER_VERSION',
  'There is a newer version of this file. Ask about that one.',
  409,
)

export async function listOfFile(ctx: AppContext, actor: Actor, fileId: string, page: PageParams) {
  const found = await listReviewsOfFile(ctx.db, actor, fileId, ctx.clock.now(), page)
  if (!found) throw new FileNotFound()
  return found
}

export async function listWaiting(ctx: AppContext, actor: Actor, projectId: string, page: PageParams) {
  const found = await listWaitingReviews(ctx.db, actor, projectId, ctx.clock.now(), page)
  if (!found) throw new ProjectNotFound()
  return found
}

export async function askForReview(
  ctx: AppContext,
  freelancer: Freelancer,
  fileId: string,
  details: reviews.NewReview,
) {
  const [id, now] = [newId(), ctx.clock.now()]
  const asked = await ctx.db.transaction().execute(async (trx) => {
    const parties = await lockProject(trx, freelancer, 'file', fileId)
    if (!parties) return
    const openNotes = await countOpenNotes(trx, sql`select history_id from file where id = ${fileId}`)
    if (openNotes > 0)
      throw new NotesOpen(openNotes === 1 ? 'One note' : `${openNotes} notes`, openNotes === 1 ? 'is' : 'are')
    if (await insertReview(trx, fileId, id, details, now))
      return { parties, json: await readReview(trx, freelancer, id, now) }
    const file = await findReviewedFile(trx, freelancer, fileId)
    if (!file) throw new FileNotFound()
    throw file.isNewest ? new ReviewOpen() : new NewerVersion()
  })
  if (!asked) {
    const file = await findReviewedFile(ctx.db, freelancer, fileId)
    if (file) await requireWritableProject(ctx, freelancer, file.projectId) // throws ProjectArchived
    throw new FileNotFound()
  }
  ctx.live.changed(bothSides(asked.parties), 'reviews.ask')
  return asked.json
}

export async function withdraw(ctx: AppContext, freelancer: Freelancer, id: string) {
  const parties = await ctx.db.transaction().execute(async (trx) => {
    const locked = await lockProject(trx, freelancer, 'review', id)
    if (locked && !(await withdrawReview(trx, id, ctx.clock.now()))) throw new ReviewNotOpen()
    return locked
  })
  if (!parties) throw await findReasonAgainstChange(ctx, freelancer, id)
  ctx.live.changed(bothSides(parties), 'reviews.withdraw')
}

/** Throws when this person cannot write to it. The statements that write check it again, so that no race gets past it. */
export async function getWritableReview(ctx: AppContext, client: ClientUser, id: string) {
  const projectId = await findProjectOfReview(ctx.db, client, id)
  if (projectId === undefined) throw new ReviewNotFound()
  await requireWritableProject(ctx, client, projectId)
}

export async function findReasonAgainstChange(ctx: AppContext, actor: Actor, id: string) {
  const projectId = await findProjectOfReview(ctx.db, actor, id)
  if (projectId !== undefined) await requireWritableProject(ctx, actor, projectId) // throws ProjectArchived
  return new ReviewNotFound()
}

/** The people who see a review. */
export function bothSides({ freelancerId, clientId }: Parties): Person[] {
  return [
    { role: 'freelancer', id: freelancerId },
    { role: 'client', id: clientId },
  ]
}
