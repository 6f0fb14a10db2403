import createError from '@fastify/error'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { createOnce } from '../../platform/sql/create-once.ts'
import { ReplyNotFound } from '../access/not-found.ts'
import { bothSides } from '../access/parties.ts'
import { requireWritableProject } from '../projects/projects.service.ts'
import { AlreadyReplied, getWritableFeedback, TooLateToEdit } from './feedback.service.ts'
import { authorTypeOf } from './feedback-columns.ts'
import { deleteReply, findReply, insertReply, updateReply } from './replies.repository.ts'

export const NotYourReply = createError(
  'NOT_YOUR_REPLY',
  'Only whoever wrote this reply can edit or delete it.',
  403,
)
export const TooManyReplies = createError(
  'TOO_MANY_REPLIES',
  'There are 100 replies already, and there can be no more.',
  409,
)

export async function replyToFeedback(
  ctx: AppContext,
  actor: Actor,
  feedbackId: string,
  { message, clientRequestId }: { message: string; clientRequestId?: string | null },
) {
  const id = newId()
  const inserted = await createOnce(ctx, actor, {
    clientRequestId,
    kind: `feedback reply ${feedbackId}`,
    id,
    create: (db) => insertReply(db, actor, ctx.clock.now(), { id, feedbackId, message }),
    find: (db, id) => findReply(db, actor, id),
  })
  if (!inserted) {
    await getWritableFeedback(ctx, actor, feedbackId) // throws FeedbackNotFound or ProjectArchived
    throw new TooManyReplies()
  }
  ctx.live.changed(bothSides(inserted), 'feedback.reply')
  return inserted.json
}

export async function editReply(ctx: AppContext, actor: Actor, id: string, { message }: { message: string }) {
  const updated = await updateReply(ctx.db, actor, { id, message })
  if (!updated) throw await whyNotEditable(ctx, actor, id)
  ctx.live.changed(bothSides(updated), 'feedback.editReply')
  return updated.json
}

export async function removeReply(ctx: AppContext, actor: Actor, id: string) {
  const deleted = await deleteReply(ctx.db, actor, id, ctx.clock.now())
  if (!deleted) throw await whyNotEditable(ctx, actor, id)
  ctx.live.changed(bothSides(deleted), 'feedback.removeReply')
}

async function whyNotEditable(ctx: AppContext, actor: Actor, id: string) {
  const reply = await findReply(ctx.db, actor, id)
  if (!reply) return new ReplyNotFound()
  await requireWritableProject(ctx, actor, reply.projectId)
  if (reply.authorType !== authorTypeOf(actor)) return new NotYourReply()
  return reply.isLast ? new TooLateToEdit() : new AlreadyReplied()
}
