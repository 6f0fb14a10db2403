import { pluralForm, type reviews } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Actor, ClientUser, Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { Json } from '../../platform/sql/json.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { FileNotFound, ProjectNotFound, ReviewNotFound } from '../access/not-found.ts'
import type { NewEvent } from '../events/record-events.ts'
import { writeProject } from '../events/write-project.ts'
import { requireWritableProject } from '../projects/projects.service.ts'
import {
  countOpenNotes,
  findGroup,
  findVersion,
  insertReview,
  type ReviewRow,
  setWithdrawn,
} from './changes.repository.ts'
import {
  findProjectOfReview,
  listReviewsOfFile,
  listWaitingReviews,
  readGroup,
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
const ReviewOpenOf = problem<[string]>('REVIEW_OPEN', 409, 'The client has been asked about %s already.', {
  sample: ['menu.pdf'],
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

const NewerVersionOf = problem<[string]>(
  'NEWER_VERSION',
  409,
  'There is a newer version of %s. Ask about that one.',
  { sample: ['menu.pdf'] },
)
const TooFewFiles = problem('INVALID_INPUT', 400, 'Please name at least two files to choose from.')

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

export async function getGroup(ctx: AppContext, actor: Actor, id: string) {
  const group = await readGroup(ctx.db, actor, id, ctx.clock.now())
  if (!group) throw new ReviewNotFound()
  return group
}

export function askForReview(
  ctx: AppContext,
  freelancer: Freelancer,
  fileId: string,
  details: reviews.NewReview,
) {
  const now = ctx.clock.now()
  return writeProject(ctx, freelancer, { file: fileId }, 'reviews.ask', async (project, trx) => {
    const [review] = await ask(trx, project, freelancer, { fileIds: [fileId], kind: 'each', ...details }, now)
    return {
      events: [requestedEvent([review])],
      read: () => readReview(trx, freelancer, review.id, now),
    }
  })
}

/** All or none: an error names the file that cannot be asked about. */
export function askTogether(
  ctx: AppContext,
  freelancer: Freelancer,
  projectId: string,
  group: reviews.NewGroup,
) {
  if (group.kind === 'one' && group.fileIds.length < 2) throw withField(new TooFewFiles(), 'fileIds')
  const now = ctx.clock.now()
  return writeProject(
    ctx,
    freelancer,
    { project: projectId },
    'reviews.askTogether',
    async (project, trx) => {
      const asked = await ask(trx, project, freelancer, group, now)
      return {
        events: [requestedEvent(asked)],
        read: async () => (await readGroup(trx, freelancer, asked[0].id, now)) as Json<reviews.ReviewGroup>,
      }
    },
  )
}

type Reviews = [ReviewRow, ...ReviewRow[]]

async function ask(
  trx: Db,
  project: LockedProject,
  { personId }: Freelancer,
  { fileIds, kind, ...details }: reviews.NewGroup,
  now: Date,
) {
  const group = { groupId: newId(), isChoice: kind === 'one', askedBy: personId }
  const isOne = fileIds.length === 1
  const asked: ReviewRow[] = []
  for (const fileId of fileIds) {
    const file = await findVersion(trx, project, fileId)
    if (!file) throw new FileNotFound()
    const openNotes = await countOpenNotes(trx, file.historyId)
    if (openNotes > 0) {
      const be = pluralForm(openNotes, 'is', 'are')
      throw new NotesOpen(
        pluralForm(openNotes, 'One note', `${openNotes} notes`),
        isOne ? be : `on ${file.name} ${be}`,
      )
    }
    // The first one gives the group its id.
    const id = asked.length === 0 ? group.groupId : newId()
    const review = await insertReview(trx, project, fileId, { id, ...group, ...details }, now)
    if (!review && file.isNewest) throw isOne ? new ReviewOpen() : new ReviewOpenOf(file.name)
    if (!review) throw isOne ? new NewerVersion() : new NewerVersionOf(file.name)
    asked.push(review)
  }
  return asked as Reviews
}

function requestedEvent(asked: Reviews): NewEvent {
  const [{ message: note, dueDate }] = asked
  return { kind: 'review_requested', subject: { ...subjectOf(asked), note, dueDate } }
}

/** Withdraws what is open of the whole group. */
export function withdraw(ctx: AppContext, freelancer: Freelancer, id: string) {
  return writeProject(ctx, freelancer, { review: id }, 'reviews.withdraw', async (project, trx) => {
    const open = (await findGroup(trx, project, id)).filter(({ state }) => state === 'open')
    if (!isSome(open)) throw new ReviewNotOpen()
    for (const review of open) await setWithdrawn(trx, review, ctx.clock.now())
    return { events: [{ kind: 'review_withdrawn', subject: subjectOf(open) }] }
  })
}

export const isSome = (reviews: ReviewRow[]): reviews is Reviews => reviews.length > 0

/** What an event says about reviews. Of several, it names one. */
export function subjectOf(of: Reviews, named: ReviewRow = of[0]) {
  const { id, fileId, fileName, version, round, isChoice } = named
  return {
    reviewId: id,
    fileId,
    fileName,
    version,
    round,
    ...(of.length > 1 && { count: of.length, ...(isChoice && { isChoice }) }),
  }
}

/** Throws when this person cannot write to it. The statements that write check it again, so that no race gets past it. */
export async function getWritableReview(ctx: AppContext, client: ClientUser, id: string) {
  const projectId = await findProjectOfReview(ctx.db, client, id)
  if (projectId === undefined) throw new ReviewNotFound()
  await requireWritableProject(ctx, client, projectId)
}
