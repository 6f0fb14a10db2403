import { durationInWords, feedback } from '@portico/contract'
import type { Actor, ClientUser } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { requireUnchanged } from '../../platform/http/changed-meanwhile.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { FeedbackNotFound, ProjectNotFound } from '../access/not-found.ts'
import { createInProject } from '../events/create-in-project.ts'
import { writeProject } from '../events/write-project.ts'
import {
  deleteFeedback,
  findFeedback,
  findFeedbackRow,
  insertFeedback,
  listFeedback,
  recountWaitingFeedback,
  setMessage,
} from './feedback.repository.ts'

export const AlreadyReplied = problem(
  'ALREADY_REPLIED',
  409,
  'There is a reply to this already, so it can no longer be edited or deleted.',
  {
    when: 'Feedback or a note is to be edited or deleted that has a reply, or a reply that another one follows.',
  },
)
export const TooLateToEdit = problem(
  'TOO_LATE_TO_EDIT',
  409,
  `This can be edited or deleted for ${durationInWords(feedback.EDITABLE_SECONDS)} only, and they are over.`,
  {
    when: `Feedback, a note or a reply is to be edited or deleted more than ${durationInWords(feedback.EDITABLE_SECONDS)} after it was written.`,
  },
)

export const NotYourFeedback = problem(
  'NOT_YOUR_FEEDBACK',
  403,
  'Only whoever wrote this feedback can edit or delete it.',
  { when: 'Feedback of another person of the same client is to be edited or deleted.' },
)

interface NewFeedback {
  projectId: string
  message: string
  clientRequestId?: string | null
}

export function leaveFeedback(
  ctx: AppContext,
  client: ClientUser,
  { projectId, message, clientRequestId }: NewFeedback,
) {
  return createInProject(ctx, client, { project: projectId }, 'feedback.create', {
    clientRequestId,
    kind: `feedback ${projectId}`,
    async create(project, trx, id) {
      await insertFeedback(trx, project, client, { id, message })
      return { kind: 'feedback_left', subject: { feedbackId: id } }
    },
    find: (db, id) => findFeedback(db, client, id),
  })
}

export async function getFeedback({ db }: AppContext, actor: Actor, projectId: string, page: PageParams) {
  const found = await listFeedback(db, actor, projectId, page)
  if (!found) throw new ProjectNotFound()
  return found
}

export function editFeedback(
  ctx: AppContext,
  client: ClientUser,
  id: string,
  { message, was }: feedback.MessageChange,
) {
  return writeProject(ctx, client, { feedback: id }, 'feedback.edit', async (project, trx) => {
    const found = await requireEditable(trx, project, client, id)
    requireUnchanged({ message: found.message }, { message }, was)
    await setMessage(trx, found, message)
    return { read: () => readFeedback(trx, client, id) }
  })
}

export function removeFeedback(ctx: AppContext, client: ClientUser, id: string) {
  return writeProject(ctx, client, { feedback: id }, 'feedback.remove', async (project, trx) => {
    await deleteFeedback(trx, await requireEditable(trx, project, client, id))
    await recountWaitingFeedback(trx, project)
    return {}
  })
}

async function requireEditable(trx: Db, project: LockedProject, client: ClientUser, id: string) {
  const found = await requireFeedback(trx, project, id)
  if (found.authorId !== client.personId) throw new NotYourFeedback()
  if (found.replyCount > 0) throw new AlreadyReplied()
  if (!found.isYoung) throw new TooLateToEdit()
  return found
}

/** Throws when it was deleted meanwhile. */
export async function requireFeedback(trx: Db, project: LockedProject, id: string) {
  const found = await findFeedbackRow(trx, project, id)
  if (!found) throw new FeedbackNotFound()
  return found
}

async function readFeedback(trx: Db, actor: Actor, id: string) {
  const found = await findFeedback(trx, actor, id)
  if (!found) throw new FeedbackNotFound()
  return found
}
