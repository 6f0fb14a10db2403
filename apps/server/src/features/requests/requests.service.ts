import createError from '@fastify/error'
import type { requests } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Actor, Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { withFields } from '../../platform/http/errors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { wrapJson } from '../../platform/sql/json.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { ProjectNotFound, RequestNotFound } from '../access/not-found.ts'
import { bothSides } from '../access/parties.ts'
import { createSigning } from '../files/files.service.ts'
import { requireWritableProject } from '../projects/projects.service.ts'
import {
  acceptAnswer,
  deleteRequest,
  findAdded,
  findRequestsToCopy,
  insertRequests,
  moveRequest,
  type NewRow,
  sendBack,
  setRemindersOn,
  updateRequest,
} from './changes.repository.ts'
import { type LockedProject, lockProject, lockProjectOfRequest } from './lock-project.ts'
import type { ColumnParams } from './request-columns.ts'
import {
  type FoundRequest,
  findRequest,
  listOfProject,
  listRequests,
  listSources,
  readReminders,
  readRequest,
  readRequests,
} from './requests.repository.ts'

const TooManyRequests = createError(
  'TOO_MANY_REQUESTS_ON_PROJECT',
  'A project can have 200 requests. Delete those that you do not need any more.',
  409,
)
const NotAnswered = createError('REQUEST_NOT_ANSWERED', 'This request is open. There is no answer yet.', 409)
const RequestOpen = createError(
  'REQUEST_OPEN',
  'This request is open already, so your reason was not saved.',
  409,
)
const InvalidInput = createError<[string]>('INVALID_INPUT', '%s', 400)

export async function listRequestsOfProject(
  ctx: AppContext,
  actor: Actor,
  projectId: string,
  { cursor: after = -1, limit = 100 }: { cursor?: number; limit?: number },
) {
  const found = await listOfProject(ctx.db, actor, projectId, { ...columnParams(ctx), after, limit })
  if (!found) throw new ProjectNotFound()
  return found
}

export function listAllRequests(
  ctx: AppContext,
  actor: Actor,
  state: requests.RequestState | undefined,
  page: PageParams,
) {
  return listRequests(ctx.db, actor, state ?? null, { ...columnParams(ctx), ...page })
}

export function listProjectsToCopyFrom(ctx: AppContext, freelancer: Freelancer, page: PageParams) {
  return listSources(ctx.db, freelancer, page)
}

export function addRequests(
  ctx: AppContext,
  freelancer: Freelancer,
  projectId: string,
  added: requests.NewRequest[],
) {
  return changeProject(ctx, freelancer, projectId, 'requests.add', (trx) =>
    insertAll(ctx, trx, projectId, added),
  )
}

/** Copies titles, details and kinds in the order of the other project. */
export function copyRequests(
  ctx: AppContext,
  freelancer: Freelancer,
  projectId: string,
  { from, clientCopyId }: requests.Copy,
) {
  return changeProject(ctx, freelancer, projectId, 'requests.copy', async (trx) => {
    const copies = await findRequestsToCopy(trx, freelancer, from)
    if (!copies) throw new ProjectNotFound()
    if (!clientCopyId) return insertAll(ctx, trx, projectId, copies)
    const added = copies.map((copy) => ({ ...copy, clientRequestId: `${clientCopyId} ${copy.sourceId}` }))
    const known = await findAdded(
      trx,
      projectId,
      added.map(({ clientRequestId }) => clientRequestId),
    )
    // The copied list may have grown since, also by the copies themselves.
    const before = added.filter(({ clientRequestId }) => known.has(clientRequestId))
    return insertAll(ctx, trx, projectId, before.length > 0 ? before : added)
  })
}

/** A request that an earlier attempt has added is not added again. The caller has locked the project. */
async function insertAll(
  ctx: AppContext,
  trx: Db,
  projectId: string,
  added: Omit<requests.NewRequest, 'dueDate'>[],
) {
  const names = added.flatMap(({ clientRequestId }) => clientRequestId ?? [])
  const known = await findAdded(trx, projectId, names)
  const rows: NewRow[] = []
  const ids = added.map((request) => {
    const { clientRequestId = null } = request
    const knownId = clientRequestId === null ? undefined : known.get(clientRequestId)
    if (knownId) return knownId
    const id = newId()
    rows.push({ details: null, dueDate: null, ...request, clientRequestId, id })
    if (clientRequestId !== null) known.set(clientRequestId, id)
    return id
  })
  if (!(await insertRequests(trx, projectId, rows, ctx.clock.now()))) throw new TooManyRequests()
  return wrapJson('requests', await readRequests(trx, ids, columnParams(ctx)))
}

export function changeRequest(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  { position, ...details }: requests.RequestChange,
) {
  return changeOne(ctx, freelancer, id, 'requests.change', async (trx) => {
    await updateRequest(trx, id, details)
    if (position !== undefined) await moveRequest(trx, id, position)
  })
}

export async function removeRequest(ctx: AppContext, freelancer: Freelancer, id: string) {
  const locked = await ctx.db.transaction().execute(async (trx) => {
    const project = await lockProjectOfRequest(trx, freelancer, id)
    const isDeleted = project && (await deleteRequest(trx, project.projectId, id, ctx.clock.now()))
    return isDeleted ? project : undefined
  })
  if (!locked) throw await findReasonAgainstChange(ctx, freelancer, id)
  ctx.live.changed(bothSides(locked), 'requests.remove')
}

/** A repeated call changes nothing. */
export function setRequestState(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  { state, reason }: requests.StateChange,
) {
  if (state === 'accepted' && reason !== undefined) throw refuse('reason', 'A reason goes with open only.')
  return changeOne(ctx, freelancer, id, 'requests.setState', async (trx, request) => {
    const now = ctx.clock.now()
    if (state === 'accepted') {
      if (!(await acceptAnswer(trx, id, now)) && request.state === 'open') throw new NotAnswered()
    } else if (!(await sendBack(trx, id, reason ?? null, now))) {
      if (reason !== undefined && reason !== request.reason) throw new RequestOpen()
    }
  })
}

export async function setReminders(ctx: AppContext, freelancer: Freelancer, projectId: string, on: boolean) {
  return changeProject(ctx, freelancer, projectId, 'requests.setReminders', async (trx) => {
    await setRemindersOn(trx, projectId, on)
    return readReminders(trx, projectId, ctx.clock.now())
  })
}

type Change = Parameters<AppContext['live']['changed']>[1]

/** Changes the requests of a project under its lock, and notifies both sides. */
async function changeProject<Result>(
  ctx: AppContext,
  freelancer: Freelancer,
  projectId: string,
  name: Change,
  change: (trx: Db) => Promise<Result>,
) {
  const done = await ctx.db.transaction().execute(async (trx) => {
    const project = await lockProject(trx, freelancer, projectId)
    return project && { project, result: await change(trx) }
  })
  if (!done) {
    await requireWritableProject(ctx, freelancer, projectId) // throws ProjectNotFound or ProjectArchived
    throw new ProjectNotFound()
  }
  ctx.live.changed(bothSides(done.project), name)
  return done.result
}

/** Changes one request and returns it. `begin` runs before anything is locked. */
export async function changeOne(
  ctx: AppContext,
  actor: Actor,
  id: string,
  name: Change,
  change: (trx: Db, request: FoundRequest & { project: LockedProject }) => Promise<unknown>,
  begin?: (trx: Db) => Promise<unknown>,
) {
  const done = await ctx.db.transaction().execute(async (trx) => {
    await begin?.(trx)
    const project = await lockProjectOfRequest(trx, actor, id)
    const request = project && (await findRequest(trx, actor, id))
    if (!request) return
    await change(trx, { ...request, project })
    return { project, json: await readRequest(trx, id, columnParams(ctx)) }
  })
  if (!done) throw await findReasonAgainstChange(ctx, actor, id)
  ctx.live.changed(bothSides(done.project), name)
  return done.json
}

/** Throws when this person cannot reach it. */
export async function requireRequest(ctx: AppContext, actor: Actor, id: string) {
  if (!(await findRequest(ctx.db, actor, id))) throw new RequestNotFound()
}

async function findReasonAgainstChange(ctx: AppContext, actor: Actor, id: string) {
  const request = await findRequest(ctx.db, actor, id)
  if (request) await requireWritableProject(ctx, actor, request.projectId) // throws ProjectArchived
  return new RequestNotFound()
}

export function columnParams(ctx: AppContext): ColumnParams {
  const { origin, pictureUntil, pictureKey } = createSigning(ctx)
  return { origin, pictureUntil, pictureKey, now: ctx.clock.now() }
}

export function refuse(field: string, message: string) {
  return withFields(new InvalidInput(message), { [field]: message })
}
