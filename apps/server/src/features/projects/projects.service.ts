import createError from '@fastify/error'
import type { projects } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Actor, Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { groupCommit } from '../../platform/sql/group-commit.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { getClient } from '../clients/clients.service.ts'
import { type Change, type Changed, changeAtOnce, changeInTurn, setDueDate } from './changing.repository.ts'
import { deleteProject, findProject, insertProject, pageOfClient } from './projects.repository.ts'

export const ProjectNotFound = createError('PROJECT_NOT_FOUND', 'Project not found.', 404)
export const ProjectNotDue = createError(
  'PROJECT_NOT_DUE',
  'A project cannot be completed before its due date.',
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
  return pageOfClient(ctx.db, freelancer, clientId, ctx.clock.now(), page)
}

export async function createProject(ctx: AppContext, freelancer: Freelancer, details: projects.NewProject) {
  const row = { ...details, id: newId(), dueDate: details.dueDate ?? null }
  const made = await insertProject(ctx.db, freelancer, ctx.clock.now(), row)
  if (!made) {
    await getClient(ctx, freelancer, details.clientId) // throws ClientNotFound when it is not theirs
    throw new ProjectNotDue()
  }
  ctx.live.changed([freelancer, { role: 'client', id: details.clientId }], 'projects.create')
  return made
}

/** Changes projects; what arrives while one change is being written is written together in the next statement. */
export function createUpdating(ctx: AppContext) {
  const changeTogether = groupCommit<Change, Changed | undefined>(
    (changes) => changeAtOnce(ctx.db, changes, ctx.clock.now()),
    ({ id }) => id,
  )

  return async (freelancer: Freelancer, id: string, wanted: projects.ProjectChange) => {
    const { title = null, description = null, status = null } = wanted
    const change = { id, owner: freelancer.id, title, description, status }
    const changed =
      (await changeTogether(change)) ??
      (await changeInTurn(ctx.db, change, ctx.clock.now())) ??
      (await whyNot(ctx, freelancer, id))
    ctx.live.changed([freelancer, { role: 'client', id: changed.clientId }], 'projects.update')
    return changed.json
  }
}

export async function moveDueDate(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  dueDate: string | null,
) {
  const changed =
    (await setDueDate(ctx.db, freelancer, id, ctx.clock.now(), dueDate)) ??
    (await whyNot(ctx, freelancer, id))
  ctx.live.changed([freelancer, { role: 'client', id: changed.clientId }], 'projects.setDueDate')
  return changed.json
}

export async function removeProject(ctx: AppContext, freelancer: Freelancer, id: string) {
  const removed = await deleteProject(ctx.db, freelancer, id)
  if (!removed) throw new ProjectNotFound()
  ctx.live.changed([freelancer, { role: 'client', id: removed.clientId }], 'projects.remove')
}

/** Nothing was written: it is not theirs, or the rule about Completed forbade it. */
async function whyNot(ctx: AppContext, freelancer: Freelancer, id: string): Promise<never> {
  await getProject(ctx, freelancer, id)
  throw new ProjectNotDue()
}
