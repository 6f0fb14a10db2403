import createError from '@fastify/error'
import type { projects } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Actor, Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import type { PageParams } from '../../platform/paging.ts'
import { getClient } from '../clients/clients.service.ts'
import {
  changeProject,
  deleteProject,
  findProject,
  insertProject,
  pageOfClient,
  setDueDate,
} from './projects.repository.ts'

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
  if (made) return made

  await getClient(ctx, freelancer, details.clientId) // throws ClientNotFound when it is not theirs
  throw new ProjectNotDue()
}

export async function updateProject(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  change: projects.ProjectChange,
) {
  const changed = await changeProject(ctx.db, freelancer, id, ctx.clock.now(), change)
  return changed ?? whyNot(ctx, freelancer, id)
}

export async function moveDueDate(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  dueDate: string | null,
) {
  const changed = await setDueDate(ctx.db, freelancer, id, ctx.clock.now(), dueDate)
  return changed ?? whyNot(ctx, freelancer, id)
}

export async function removeProject({ db }: AppContext, freelancer: Freelancer, id: string) {
  if (!(await deleteProject(db, freelancer, id))) throw new ProjectNotFound()
}

/** Nothing was written: it is not theirs, or the rule about Completed forbade it. */
async function whyNot(ctx: AppContext, freelancer: Freelancer, id: string): Promise<never> {
  await getProject(ctx, freelancer, id)
  throw new ProjectNotDue()
}
