import { v7 as newId } from 'uuid'
import type { Actor, ClientUser } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { ProjectNotFound, requireWritableProject } from '../projects/projects.service.ts'
import { insertFeedback, listFeedback } from './feedback.repository.ts'

export async function leaveFeedback(
  ctx: AppContext,
  client: ClientUser,
  { projectId, message }: { projectId: string; message: string },
) {
  const inserted = await insertFeedback(ctx.db, client, { id: newId(), projectId, message })
  if (!inserted) {
    await requireWritableProject(ctx, client, projectId) // throws ProjectNotFound or ProjectArchived
    throw new ProjectNotFound()
  }
  ctx.live.changed([client, { role: 'freelancer', id: inserted.freelancerId }], 'feedback.create')
  return inserted.json
}

export async function getFeedback({ db }: AppContext, actor: Actor, projectId: string, page: PageParams) {
  const found = await listFeedback(db, actor, projectId, page)
  if (!found) throw new ProjectNotFound()
  return found
}
