import createError from '@fastify/error'
import type { projects } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Actor, Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { createOnce } from '../../platform/sql/create-once.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { ProjectArchived, ProjectNotFound } from '../access/not-found.ts'
import { requireArchivedAlone } from '../clients/archive.service.ts'
import { getClient, getWritableClient } from '../clients/clients.service.ts'
import { inviteWithFirstProject } from '../clients/invitations.service.ts'
import { archiveProject, bringBackProject } from './archive.repository.ts'
import { binProject, insertProject, setDueDate, updateProject } from './changes.repository.ts'
import { completeProject, undoCompleteProject } from './completion.repository.ts'
import { countContents } from './contents.repository.ts'
import { findProject, isProjectWritable, listProjectsOf } from './projects.repository.ts'

export const ProjectNotDue = createError(
  'PROJECT_NOT_DUE',
  'A project cannot be completed before its due date.',
  409,
)

export const ProjectCompleted = createError('PROJECT_COMPLETED', 'This project is already completed.', 409)
const CompletionChanged = createError(
  'COMPLETION_CHANGED',
  'The status or due date has changed since then, so nothing was undone.',
  409,
)

const DaysWaitedChanged = createError(
  'DAYS_WAITED_CHANGED',
  'The due date or the days waited have changed since then, so it was not moved.',
  409,
)

const ArchivedWithClient = createError(
  'ARCHIVED',
  'The client of this project is archived. Bring the client back first.',
  409,
)

export async function getProject({ db, clock }: AppContext, actor: Actor, id: string) {
  const project = await findProject(db, actor, id, clock.now())
  if (!project) throw new ProjectNotFound()
  return project
}

export async function listProjectsOfClient(
  ctx: AppContext,
  freelancer: Freelancer,
  clientId: string,
  page: PageParams,
) {
  await getClient(ctx, freelancer, clientId)
  return listProjectsOf(ctx.db, freelancer, clientId, ctx.clock.now(), page)
}

export async function createProject(
  ctx: AppContext,
  freelancer: Freelancer,
  details: projects.NewProject,
  address?: string,
) {
  const { clientRequestId, ...columns } = details
  const row = { ...columns, id: newId(), dueDate: details.dueDate ?? null }
  const inserted = await createOnce(ctx, freelancer, {
    clientRequestId,
    kind: 'project',
    id: row.id,
    create: (db) =>
      inviteWithFirstProject({ ...ctx, db }, freelancer, { clientId: details.clientId, address }, (db) =>
        insertProject(db, freelancer, ctx.clock.now(), row),
      ),
    find: (db, id) => findProject(db, freelancer, id, ctx.clock.now()),
  })
  if (!inserted) {
    await getWritableClient(ctx, freelancer, details.clientId) // throws ClientNotFound or ClientArchived
    throw new ProjectNotDue()
  }
  ctx.live.changed([freelancer, { role: 'client', id: details.clientId }], 'projects.create')
  return inserted
}

export async function changeProject(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  change: projects.ProjectChange,
) {
  const { title = null, description = null, status = null, archived } = change
  if (archived !== undefined) return setArchived(ctx, freelancer, id, change)
  const changed =
    (await updateProject(ctx.db, freelancer, id, ctx.clock.now(), { title, description, status })) ??
    (await throwReason(ctx, freelancer, id))
  ctx.live.changed([freelancer, { role: 'client', id: changed.clientId }], 'projects.update')
  return changed.json
}

async function setArchived(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  { archived, ...others }: projects.ProjectChange,
) {
  requireArchivedAlone(others)
  const change = archived ? archiveProject : bringBackProject
  const changed = await change(ctx.db, freelancer, id, ctx.clock.now())
  if (!changed) {
    await getProject(ctx, freelancer, id) // throws ProjectNotFound
    throw new ArchivedWithClient()
  }
  ctx.live.changed([freelancer, { role: 'client', id: changed.clientId }], 'projects.update')
  return changed.json
}

export async function changeDueDate(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  change: projects.DueDateChange,
) {
  const changed = await setDueDate(ctx.db, freelancer, id, ctx.clock.now(), change)
  if (!changed) {
    await requireWritableProject(ctx, freelancer, id)
    throw change.daysWaited === undefined ? new ProjectNotDue() : new DaysWaitedChanged()
  }
  ctx.live.changed([freelancer, { role: 'client', id: changed.clientId }], 'projects.setDueDate')
  return changed.json
}

/** Sets the due date to today, so that the rule about due dates holds, and remembers the one that was agreed. */
export async function completeNow(ctx: AppContext, freelancer: Freelancer, id: string) {
  const changed = await completeProject(ctx.db, freelancer, id, ctx.clock.now())
  if (!changed) {
    await requireWritableProject(ctx, freelancer, id)
    throw new ProjectCompleted()
  }
  ctx.live.changed([freelancer, { role: 'client', id: changed.clientId }], 'projects.complete')
  return changed.json
}

export async function undoCompleteNow(ctx: AppContext, freelancer: Freelancer, id: string) {
  const changed = await undoCompleteProject(ctx.db, freelancer, id, ctx.clock.now())
  if (!changed) {
    await requireWritableProject(ctx, freelancer, id)
    throw new CompletionChanged()
  }
  ctx.live.changed([freelancer, { role: 'client', id: changed.clientId }], 'projects.undoComplete')
}

export async function countProjectContents({ db }: AppContext, freelancer: Freelancer, id: string) {
  const contents = await countContents(db, freelancer, id)
  if (!contents) throw new ProjectNotFound()
  return contents
}

/** It can be restored from the bin (features/bin). */
export async function removeProject(ctx: AppContext, freelancer: Freelancer, id: string) {
  const removed = await binProject(ctx.db, freelancer, id, ctx.clock.now())
  if (!removed) throw new ProjectNotFound()
  ctx.live.changed([freelancer, { role: 'client', id: removed.clientId }], 'projects.remove')
}

/** Throws when this person cannot change the project. The statements that write check it again, so that no race gets past it. */
export async function requireWritableProject({ db }: AppContext, actor: Actor, id: string) {
  const isWritable = await isProjectWritable(db, actor, id)
  if (isWritable === undefined) throw new ProjectNotFound()
  if (!isWritable) throw new ProjectArchived()
}

/** Throws why nothing was written. */
async function throwReason(ctx: AppContext, freelancer: Freelancer, id: string): Promise<never> {
  await requireWritableProject(ctx, freelancer, id)
  throw new ProjectNotDue()
}
