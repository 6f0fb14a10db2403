import type { activity } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { ProjectNotFound } from '../access/not-found.ts'
import { ClientNotFound, getClient } from '../clients/clients.service.ts'
import { getProject } from '../projects/projects.service.ts'
import {
  countUnread,
  isNotification,
  listActivity,
  lockUnread,
  markAllRead,
  markReadUpTo,
} from './activity.repository.ts'

export const NotificationNotFound = problem('NOTIFICATION_NOT_FOUND', 404, 'Notification not found.', {
  when: 'There is no such notification, or it is somebody else’s, or its project is in the bin; the response does not reveal which.',
})

export async function getActivity({ db }: AppContext, actor: Actor, projectId: string, page: PageParams) {
  const found = await listActivity(db, actor, projectId, page)
  if (!found) throw new ProjectNotFound()
  return found
}

export async function getUnread({ db }: AppContext, actor: Actor): Promise<activity.Unread> {
  return { count: await countUnread(db, actor) }
}

/**
 * Returns how many notifications are unread afterwards. Those of the project or client that are recorded meanwhile are not
 * counted: a page on screen marks them as read when the count rises.
 */
export async function markRead(ctx: AppContext, actor: Actor, mark: activity.ReadMark) {
  const { upTo, projectId, clientId } = mark
  if (projectId !== undefined) await getProject(ctx, actor, projectId) // throws ProjectNotFound
  if (clientId !== undefined) {
    if (actor.side === 'client') throw new ClientNotFound()
    await getClient(ctx, actor, clientId) // throws ClientNotFound
  }
  if (upTo !== undefined && !(await isNotification(ctx.db, actor, upTo))) throw new NotificationNotFound()
  const count = await ctx.db.transaction().execute(async (trx) => {
    const scopeId = projectId ?? clientId
    await lockUnread(trx, actor, scopeId)
    if (upTo === undefined) await markAllRead(trx, actor, scopeId)
    else await markReadUpTo(trx, actor, upTo)
    return countUnread(trx, actor)
  })
  ctx.live.changed(actor, 'activity.markRead')
  return { count }
}
