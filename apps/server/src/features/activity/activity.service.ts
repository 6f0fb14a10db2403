import type { activity, teamNotes } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { FileNotFound, ProjectNotFound } from '../access/not-found.ts'
import { ClientNotFound, getClient } from '../clients/clients.service.ts'
import { getProject } from '../projects/projects.service.ts'
import { requirePlace } from '../team-notes/team-notes.service.ts'
import {
  countUnread,
  countUnreadOf,
  findHistory,
  isNotification,
  listActivity,
  lockUnread,
  markAllRead,
  markClientShown,
  markFileShown,
  markReadUpTo,
  markShown,
  markTeamNotesShown,
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
export async function markRead(
  ctx: AppContext,
  actor: Actor,
  mark: activity.ReadMark,
): Promise<activity.Marked> {
  const { upTo, shown, fileId, clientId } = mark
  const teamNotes = mark.teamNotes && (await findTeamNotes(ctx, actor, mark.teamNotes))
  const file = fileId === undefined ? undefined : await findHistory(ctx.db, actor, fileId)
  if (fileId !== undefined && !file) throw new FileNotFound()
  const projectId = mark.projectId ?? shown?.projectId ?? file?.projectId
  if (projectId !== undefined && !file) await getProject(ctx, actor, projectId) // throws ProjectNotFound
  if (clientId !== undefined) {
    if (actor.side === 'client') throw new ClientNotFound()
    await getClient(ctx, actor, clientId) // throws ClientNotFound
  }
  if (upTo !== undefined && !(await isNotification(ctx.db, actor, upTo))) throw new NotificationNotFound()
  const marked = await ctx.db.transaction().execute(async (trx) => {
    const scopeId = projectId ?? clientId ?? teamNotes?.clientId
    await lockUnread(trx, actor, scopeId)
    if (upTo !== undefined) await markReadUpTo(trx, actor, upTo)
    else if (shown) await markShown(trx, actor, shown.projectId, shown.places)
    else if (file) await markFileShown(trx, actor, file)
    else if (clientId !== undefined) await markClientShown(trx, actor, clientId)
    else if (teamNotes) await markTeamNotesShown(trx, actor, teamNotes)
    else await markAllRead(trx, actor, scopeId)
    const count = await countUnread(trx, actor)
    return scopeId === undefined ? { count } : { count, left: await countUnreadOf(trx, actor, scopeId) }
  })
  ctx.live.changed(actor, 'activity.markRead')
  return marked
}

/** Throws when the actor does not reach what they are about. */
async function findTeamNotes({ db }: AppContext, actor: Actor, place: teamNotes.Place) {
  if (actor.side === 'client') throw new ClientNotFound()
  return requirePlace(db, actor, place)
}
