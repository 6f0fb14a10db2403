import { pluralForm, type reviews } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Actor, ClientUser, Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
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

export const ReviewNotOpen = problem(
  'REVIEW_NOT_OPEN',
  409,
  'This is not open any more: it was decided or withdrawn, or there is a newer version.',
  {
    when: 'A review is decided or withdrawn that is not open, also when another decision came first; or a code is asked for that this session does not need.',
  },
)
const ReviewOpen = problem('REVIEW_OPEN', 409, 'The client has been asked about this file already.', {
  when: 'A review of the file is open. Withdraw it first, or upload a new version.',
})
const NotesOpen = problem<[string, string]>(
  'NOTES_OPEN',
  409,
  '%s of the client %s still open. Mark each as done or decline it, then ask again.',
  {
    when: 'A review is asked for while notes of the client about any version of the file are open. The sentence begins with their number.',
    sample: ['3 notes', 'are'],
  },
)
const NewerVersion = problem(
  'NEWER_VERSION',
  409,
  'There is a newer version of this file. Ask about that one.',
  { when: 'A review is asked for of a version that is not the newest.' },
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
      throw new NotesOpen(
        pluralForm(openNotes, 'One note', `${openNotes} notes`),
        pluralForm(openNotes, 'is', 'are'),
      )
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
