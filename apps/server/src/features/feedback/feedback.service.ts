import createError from '@fastify/error'
import { v7 as newId } from 'uuid'
import type { Actor, ClientUser } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { createOnce } from '../../platform/sql/create-once.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { FeedbackNotFound, ProjectNotFound } from '../access/not-found.ts'
import { bothSides } from '../access/parties.ts'
import { requireWritableProject } from '../projects/projects.service.ts'
import {
  deleteFeedback,
  findFeedback,
  insertFeedback,
  listFeedback,
  updateFeedback,
} from './feedback.repository.ts'

export const AlreadyReplied = createError(
  'ALREADY_REPLIED',
  'There is a reply to this already, so it can no longer be edited or deleted.',
  409,
)
export const TooLateToEdit = createError(
  'TOO_LATE_TO_EDIT',
  'This can be edited or deleted for ten minutes only, and they are over.',
  409,
)

interface NewFeedback {
  projectId: string
  message: string
  clientRequestId?: string | null
}

export async function leaveFeedback(
  ctx: AppContext,
  client: ClientUser,
  { projectId, message, clientRequestId }: NewFeedback,
) {
  const id = newId()
  const inserted = await createOnce(ctx, client, {
    clientRequestId,
    kind: `feedback ${projectId}`,
    id,
    create: (db) => insertFeedback(db, client, ctx.clock.now(), { id, projectId, message }),
    find: (db, id) => findFeedback(db, client, id),
  })
  if (!inserted) {
    await requireWritableProject(ctx, client, projectId) // throws ProjectNotFound or ProjectArchived
    throw new ProjectNotFound()
  }
  ctx.live.changed(bothSides(inserted), 'feedback.create')
  return inserted.json
}

export async function getFeedback({ db }: AppContext, actor: Actor, projectId: string, page: PageParams) {
  const found = await listFeedback(db, actor, projectId, page)
  if (!found) throw new ProjectNotFound()
  return found
}

export async function editFeedback(
  ctx: AppContext,
  client: ClientUser,
  id: string,
  { message }: { message: string },
) {
  const updated = await updateFeedback(ctx.db, client, { id, message })
  if (!updated) throw await whyNotEditable(ctx, client, id)
  ctx.live.changed(bothSides(updated), 'feedback.edit')
  return updated.json
}

export async function removeFeedback(ctx: AppContext, client: ClientUser, id: string) {
  const deleted = await deleteFeedback(ctx.db, client, id, ctx.clock.now())
  if (!deleted) throw await whyNotEditable(ctx, client, id)
  ctx.live.changed(bothSides(deleted), 'feedback.remove')
}

async function whyNotEditable(ctx: AppContext, client: ClientUser, id: string) {
  const { replyCount } = await getWritableFeedback(ctx, client, id)
  return replyCount > 0 ? new AlreadyReplied() : new TooLateToEdit()
}

/** Throws when this person cannot write to it. The statements that write check it again, so that no race gets past it. */
export async function getWritableFeedback(ctx: AppContext, actor: Actor, id: string) {
  const found = await findFeedback(ctx.db, actor, id)
  if (!found) throw new FeedbackNotFound()
  await requireWritableProject(ctx, actor, found.projectId)
  return found
}
