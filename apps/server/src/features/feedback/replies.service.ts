import { feedback } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { requireUnchanged } from '../../platform/http/changed-meanwhile.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { ReplyNotFound } from '../access/not-found.ts'
import { createInProject } from '../events/create-in-project.ts'
import { writeProject } from '../events/write-project.ts'
import { recountWaitingFeedback } from './feedback.repository.ts'
import { AlreadyReplied, requireFeedback, TooLateToEdit } from './feedback.service.ts'
import { deleteReply, findReply, findReplyRow, insertReply, setMessage } from './replies.repository.ts'

export const NotYourReply = problem(
  'NOT_YOUR_REPLY',
  403,
  'Only whoever wrote this reply can edit or delete it.',
  { when: 'A reply of the other side, or of another person of the same client, is to be edited or deleted.' },
)
export const TooManyReplies = problem(
  'TOO_MANY_REPLIES',
  409,
  `There are ${feedback.MAX_REPLIES} replies already, and there can be no more.`,
  { when: `Feedback or a note that has ${feedback.MAX_REPLIES} replies is to get another one.` },
)

export function replyToFeedback(
  ctx: AppContext,
  actor: Actor,
  feedbackId: string,
  { message, clientRequestId }: { message: string; clientRequestId?: string | null },
) {
  return createInProject(ctx, actor, { feedback: feedbackId }, 'feedback.reply', {
    clientRequestId,
    kind: `feedback reply ${feedbackId}`,
    async create(project, trx, id) {
      const found = await requireFeedback(trx, project, feedbackId)
      if (found.replyCount >= feedback.MAX_REPLIES) throw new TooManyReplies()
      await insertReply(trx, found, { id, author: actor, message })
      return { kind: 'feedback_replied', subject: { feedbackId, replyId: id } }
    },
    find: (db, id) => findReply(db, actor, id),
  })
}

export function editReply(
  ctx: AppContext,
  actor: Actor,
  id: string,
  { message, was }: feedback.MessageChange,
) {
  return writeProject(ctx, actor, { reply: id }, 'feedback.editReply', async (project, trx) => {
    const reply = await requireEditable(trx, project, actor, id)
    requireUnchanged({ message: reply.message }, { message }, was)
    await setMessage(trx, reply, message)
    return { read: () => readReply(trx, actor, id) }
  })
}

export function removeReply(ctx: AppContext, actor: Actor, id: string) {
  return writeProject(ctx, actor, { reply: id }, 'feedback.removeReply', async (project, trx) => {
    await deleteReply(trx, await requireEditable(trx, project, actor, id))
    await recountWaitingFeedback(trx, project)
    return {}
  })
}

async function requireEditable(trx: Db, project: LockedProject, actor: Actor, id: string) {
  const reply = await findReplyRow(trx, project, id)
  if (!reply) throw new ReplyNotFound()
  if (reply.authorId !== actor.personId) throw new NotYourReply()
  if (!reply.isLast) throw new AlreadyReplied()
  if (!reply.isYoung) throw new TooLateToEdit()
  return reply
}

async function readReply(trx: Db, actor: Actor, id: string) {
  const reply = await findReply(trx, actor, id)
  if (!reply) throw new ReplyNotFound()
  return reply
}
