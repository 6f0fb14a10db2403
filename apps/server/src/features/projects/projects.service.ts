import type { projects } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Actor, Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { requireUnchanged } from '../../platform/http/changed-meanwhile.ts'
import { problem } from '../../platform/http/problem.ts'
import { createOnce } from '../../platform/sql/create-once.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { addToBin } from '../access/bin-item.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { ProjectArchived, ProjectNotFound } from '../access/not-found.ts'
import { audit } from '../audit/audit.ts'
import { requireArchivedAlone } from '../clients/archive.service.ts'
import { getClient, getWritableClient } from '../clients/clients.service.ts'
import { inviteWithFirstProject } from '../clients/invitations.service.ts'
import { type NewEvent, recordEvents } from '../events/record-events.ts'
import { writeProject } from '../events/write-project.ts'
import {
  archive,
  bringBack,
  complete,
  findStatusBeforeCompletion,
  insertProject,
  lockActiveClient,
  lockOwners,
  moveDueDate,
  type NewRow,
  setDueDate,
  setInBin,
  setStatus,
  setText,
  undoComplete,
} from './changes.repository.ts'
import { countContents } from './contents.repository.ts'
import { findProject, isProjectWritable, listProjectsOf } from './projects.repository.ts'

export { findProject } from './projects.repository.ts'

export const ProjectNotDue = problem(
  'PROJECT_NOT_DUE',
  409,
  'A project cannot be completed before its due date.',
  { when: 'A project is to be `Completed` while its due date lies ahead, in the freelancer’s time zone.' },
)

export const ProjectCompleted = problem('PROJECT_COMPLETED', 409, 'This project is already completed.', {
  when: 'A project is to be completed now, or its turn to be passed, and its status is `Completed` already.',
})
const CompletionChanged = problem(
  'COMPLETION_CHANGED',
  409,
  'The status or due date has changed since then, so nothing was undone.',
  {
    when: 'A completion is to be undone that was not made by “complete now”, was undone already, or was followed by another status or due date.',
  },
)

const DaysWaitedChanged = problem(
  'DAYS_WAITED_CHANGED',
  409,
  'The due date or the days waited have changed since then, so it was not moved.',
  {
    when: 'A due date is to be moved by days waited, and is not the present one and these days, or they are more than there are.',
  },
)

const ArchivedWithClient = problem(
  'ARCHIVED',
  409,
  'The client of this project is archived. Bring the client back first.',
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
  const created = await createOnce(ctx, freelancer, {
    clientRequestId,
    kind: `project ${details.clientId}`,
    id: row.id,
    create: (db) => insertAndInvite({ ...ctx, db }, freelancer, row, address),
    find: (db, id) => findProject(db, freelancer, id, ctx.clock.now()),
  })
  if (!created) {
    await getWritableClient(ctx, freelancer, details.clientId) // throws ClientNotFound or ClientArchived
    throw new ProjectNotDue()
  }
  ctx.live.changed({ workspaceId: freelancer.workspaceId, clientId: details.clientId }, 'projects.create')
  return created
}

/** The same as `insert`, and sends the invitation that has waited for the first project. */
export function insertAndInvite(ctx: AppContext, freelancer: Freelancer, row: NewRow, address?: string) {
  return inviteWithFirstProject(ctx, freelancer, { clientId: row.clientId, address }, (trx) =>
    insert({ ...ctx, db: trx }, freelancer, row),
  )
}

/** Undefined when the client cannot be reached or is archived, or the project would be completed before its due date. */
async function insert({ db, clock }: AppContext, freelancer: Freelancer, row: NewRow) {
  const now = clock.now()
  const owners = await lockOwners(db, freelancer, row.clientId, now)
  if (!owners || isCompletedEarly(row, owners.today)) return
  await insertProject(db, owners, row, now)
  const event = { kind: 'project_created', subject: { title: row.title } } as const
  await recordEvents(db, { ...owners, projectId: row.id }, freelancer, [event], now)
  return findProject(db, freelancer, row.id, now)
}

/** Checked under the lock of the project, so that no race gets past it. */
const isCompletedEarly = ({ status, dueDate }: Pick<LockedProject, 'status' | 'dueDate'>, today: string) =>
  status === 'Completed' && dueDate !== null && dueDate > today

export async function changeProject(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  { archived, was, ...details }: projects.ProjectChange,
) {
  if (archived !== undefined) return setArchived(ctx, freelancer, id, archived, details)
  return writeProject(ctx, freelancer, { project: id }, 'projects.update', async (project, trx) => {
    const { title, description } = project
    requireUnchanged({ title, description }, details, was)
    const changed = { ...project, ...details }
    if (details.status && isCompletedEarly(changed, project.today)) throw new ProjectNotDue()
    const events: NewEvent[] = []
    if (changed.status !== project.status) {
      await setStatus(trx, project, changed.status)
      events.push(statusChanged(project.status, changed.status))
    }
    if (changed.title !== project.title || changed.description !== project.description) {
      await setText(trx, project, changed)
      events.push({ kind: 'project_changed', subject: { title: changed.title } })
    }
    return { events, read: () => getProject({ ...ctx, db: trx }, freelancer, id) }
  })
}

const statusChanged = (from: projects.ProjectStatus, to: projects.ProjectStatus): NewEvent => ({
  kind: 'status_changed',
  subject: { from, to },
})

/** A project that was archived with its client comes back with them. */
async function setArchived(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  archived: boolean,
  others: object,
) {
  requireArchivedAlone(others)
  return writeProject(
    ctx,
    freelancer,
    { project: id },
    'projects.update',
    async (project, trx, isClientActive: boolean) => {
      if (!isClientActive) throw new ArchivedWithClient()
      if (archived) await archive(trx, project, ctx.clock.now())
      else await bringBack(trx, project, ctx.clock.now())
      return { read: () => getProject({ ...ctx, db: trx }, freelancer, id) }
    },
    { mayBeArchived: true, begin: async (trx) => archived || lockActiveClient(trx, freelancer, id) },
  )
}

export function changeDueDate(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  { dueDate, daysWaited }: projects.DueDateChange,
) {
  return writeProject(ctx, freelancer, { project: id }, 'projects.setDueDate', async (project, trx) => {
    const now = ctx.clock.now()
    if (isCompletedEarly({ ...project, dueDate }, project.today))
      throw daysWaited === undefined ? new ProjectNotDue() : new DaysWaitedChanged()
    if (daysWaited === undefined) await setDueDate(trx, project, dueDate, now)
    else if (!(await moveDueDate(trx, project, { dueDate, days: daysWaited }, now)))
      throw new DaysWaitedChanged()
    const subject = { from: project.dueDate, to: dueDate, daysWaited: daysWaited ?? null }
    return {
      events: dueDate === project.dueDate ? [] : [{ kind: 'due_date_changed', subject }],
      read: () => getProject({ ...ctx, db: trx }, freelancer, id),
    }
  })
}

/** Sets the due date to today, so that the rule about due dates holds, and remembers the one that was agreed. */
export function completeNow(ctx: AppContext, freelancer: Freelancer, id: string) {
  return writeProject(ctx, freelancer, { project: id }, 'projects.complete', async (project, trx) => {
    if (project.status === 'Completed') throw new ProjectCompleted()
    await complete(trx, project)
    return {
      events: [statusChanged(project.status, 'Completed')],
      read: () => getProject({ ...ctx, db: trx }, freelancer, id),
    }
  })
}

export function undoCompleteNow(ctx: AppContext, freelancer: Freelancer, id: string) {
  return writeProject(ctx, freelancer, { project: id }, 'projects.undoComplete', async (project, trx) => {
    const status = await findStatusBeforeCompletion(trx, project)
    if (status === undefined) throw new CompletionChanged()
    await undoComplete(trx, project, status)
    return { events: [statusChanged(project.status, status)] }
  })
}

export async function countProjectContents({ db }: AppContext, freelancer: Freelancer, id: string) {
  const contents = await countContents(db, freelancer, id)
  if (!contents) throw new ProjectNotFound()
  return contents
}

/** It can be restored from the bin (features/bin). */
export function removeProject(ctx: AppContext, freelancer: Freelancer, id: string) {
  return writeProject(
    ctx,
    freelancer,
    { project: id },
    'projects.remove',
    async (project, trx) => {
      await audit({ ...ctx, db: trx }, freelancer, {
        action: 'project.deleted',
        target: { kind: 'project', id },
      })
      await setInBin(trx, project)
      await addToBin(
        trx,
        project,
        { fileId: null, deletedBy: 'Freelancer', deletedById: freelancer.personId },
        ctx.clock.now(),
      )
      return {}
    },
    { mayBeArchived: true },
  )
}

/** Throws when this person cannot change the project. The statements that write check it again, so that no race gets past it. */
export async function requireWritableProject({ db }: AppContext, actor: Actor, id: string) {
  const isWritable = await isProjectWritable(db, actor, id)
  if (isWritable === undefined) throw new ProjectNotFound()
  if (!isWritable) throw new ProjectArchived()
}
