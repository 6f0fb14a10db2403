import createError from '@fastify/error'
import type { reviews } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Actor, ClientUser, Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { FileNotFound, ProjectNotFound, ReviewNotFound } from '../access/not-found.ts'
import { writeProject } from '../events/write-project.ts'
import { requireWritableProject } from '../projects/projects.service.ts'
import {
  countOpenNotes,
  findOpenReview,
  findVersion,
  insertReview,
  type ReviewRow,
  setWithdrawn,
} from './changes.repository.ts'
import {
  findProjectOfReview,
  listReviewsOfFile,
  listWaitingReviews,
  readReview,
} from './reviews.repository.ts'

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

export function askForReview(
  ctx: AppContext,
  freelancer: Freelancer,
  fileId: string,
  details: reviews.NewReview,
) {
  const [id, now] = [newId(), ctx.clock.now()]
  return writeProject(ctx, freelancer, { file: fileId }, 'reviews.ask', async (project, trx) => {
    const file = await findVersion(trx, project, fileId)
    if (!file) throw new FileNotFound()
    const openNotes = await countOpenNotes(trx, file.historyId)
    if (openNotes > 0)
      throw new NotesOpen(openNotes === 1 ? 'One note' : `${openNotes} notes`, openNotes === 1 ? 'is' : 'are')
    const review = await insertReview(trx, project, fileId, { id, ...details }, now)
    if (!review) throw file.isNewest ? new ReviewOpen() : new NewerVersion()
    const { message: note, dueDate } = review
    return {
      events: [{ kind: 'review_requested', subject: { ...subjectOf(review), note, dueDate } }],
      read: () => readReview(trx, freelancer, id, now),
    }
  })
}

export function withdraw(ctx: AppContext, freelancer: Freelancer, id: string) {
  return writeProject(ctx, freelancer, { review: id }, 'reviews.withdraw', async (project, trx) => {
    const review = await findOpenReview(trx, project, id)
    if (!review) throw new ReviewNotOpen()
    await setWithdrawn(trx, review, ctx.clock.now())
    return { events: [{ kind: 'review_withdrawn', subject: subjectOf(review) }] }
  })
}

/** What an event says about a review. */
export function subjectOf({ id, fileId, fileName, version, round }: ReviewRow) {
  return { reviewId: id, fileId, fileName, version, round }
}

/** Throws when this person cannot write to it. The statements that write check it again, so that no race gets past it. */
export async function getWritableReview(ctx: AppContext, client: ClientUser, id: string) {
  const projectId = await findProjectOfReview(ctx.db, client, id)
  if (projectId === undefined) throw new ReviewNotFound()
  await requireWritableProject(ctx, client, projectId)
}
