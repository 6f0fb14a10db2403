import { requests } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Actor, Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { requireUnchanged } from '../../platform/http/changed-meanwhile.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/sql/database.ts'
import { type Json, wrapJson } from '../../platform/sql/json.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { ProjectNotFound, RequestNotFound } from '../access/not-found.ts'
import type { NewEvent } from '../events/record-events.ts'
import { type Done, writeProject } from '../events/write-project.ts'
import { createSigning } from '../files/files.service.ts'
import {
  acceptAnswer,
  countRequests,
  deleteRequest,
  findAdded,
  findAnswered,
  findRequestRow,
  findRequestsToCopy,
  insertRequests,
  moveRequest,
  type NewRow,
  type RequestRow,
  sendBack,
  setRemindersOn,
  updateRequest,
} from './changes.repository.ts'
import type { ColumnParams } from './request-columns.ts'
import {
  isReachable,
  listOfProject,
  listRequests,
  listSources,
  readReminders,
  readRequest,
  readRequests,
} from './requests.repository.ts'

export { findRequestRow } from './changes.repository.ts'

const TooManyRequests = problem(
  'TOO_MANY_REQUESTS_ON_PROJECT',
  409,
  `A project can have ${requests.MAX_REQUESTS} requests. Delete those that you do not need any more.`,
  { when: `Adding or copying would make more than ${requests.MAX_REQUESTS}. None is added.` },
)
const NotAnswered = problem('REQUEST_NOT_ANSWERED', 409, 'This request is open. There is no answer yet.', {
  when: 'A request is accepted that is open.',
})
const RequestOpen = problem(
  'REQUEST_OPEN',
  409,
  'This request is open already, so your reason was not saved.',
  { when: 'A request is sent back with a reason while it is open. The same reason once more is no error.' },
)

export async function listRequestsOfProject(
  ctx: AppContext,
  actor: Actor,
  projectId: string,
  { cursor: after = -1, limit = 100 }: { cursor?: number; limit?: number },
  isPreview = false,
) {
  const params = { ...columnParams(ctx, actor, isPreview), after, limit }
  const found = await listOfProject(ctx.db, actor, projectId, params)
  if (!found) throw new ProjectNotFound()
  return found
}

export function listAllRequests(
  ctx: AppContext,
  actor: Actor,
  state: requests.RequestState | undefined,
  page: PageParams,
  isPreview = false,
) {
  return listRequests(ctx.db, actor, state ?? null, { ...columnParams(ctx, actor, isPreview), ...page })
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
  return writeProject(ctx, freelancer, { project: projectId }, 'requests.add', (project, trx) =>
    insertAll(ctx, freelancer, trx, project, added),
  )
}

/** Copies titles, details and kinds in the order of the other project. */
export function copyRequests(
  ctx: AppContext,
  freelancer: Freelancer,
  projectId: string,
  { from, clientCopyId }: requests.Copy,
) {
  return writeProject(ctx, freelancer, { project: projectId }, 'requests.copy', async (project, trx) => {
    const copies = await findRequestsToCopy(trx, freelancer, from)
    if (!copies) throw new ProjectNotFound()
    if (!clientCopyId) return insertAll(ctx, freelancer, trx, project, copies)
    const added = copies.map((copy) => ({ ...copy, clientRequestId: `${clientCopyId} ${copy.sourceId}` }))
    const known = await findAdded(
      trx,
      project,
      added.map(({ clientRequestId }) => clientRequestId),
    )
    // The copied list may have grown since, also by the copies themselves.
    const before = added.filter(({ clientRequestId }) => known.has(clientRequestId))
    return insertAll(ctx, freelancer, trx, project, before.length > 0 ? before : added)
  })
}

/** A request that an earlier attempt has added is not added again. Those that are added together are one event. */
export async function insertAll(
  ctx: AppContext,
  freelancer: Freelancer,
  trx: Db,
  project: LockedProject,
  added: requests.NewRequest[],
): Promise<Done<Json<{ requests: requests.Request[] }>>> {
  const names = added.flatMap(({ clientRequestId }) => clientRequestId ?? [])
  const known = await findAdded(trx, project, names)
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
  const count = await countRequests(trx, project)
  if (count + rows.length > requests.MAX_REQUESTS) throw new TooManyRequests()
  const [first] = rows
  if (first) await insertRequests(trx, project, { rows, count }, ctx.clock.now())
  return {
    events: first ? [{ kind: 'request_added', subject: { ...subjectOf(first), count: rows.length } }] : [],
    read: async () => wrapJson('requests', await readRequests(trx, ids, columnParams(ctx, freelancer))),
  }
}

export function changeRequest(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  { position, was, ...details }: requests.RequestChange,
) {
  return changeOne(ctx, freelancer, id, 'requests.change', async (request, trx) => {
    const { title, details: text } = request
    requireUnchanged({ title, details: text }, details, was)
    await updateRequest(trx, request, details)
    if (position !== undefined) await moveRequest(trx, request, position)
    return []
  })
}

export async function removeRequest(ctx: AppContext, freelancer: Freelancer, id: string) {
  await writeProject(ctx, freelancer, { request: id }, 'requests.remove', async (project, trx) => {
    const request = await findRequestRow(trx, project, id)
    if (!request) throw new RequestNotFound()
    await deleteRequest(trx, project, request)
    return {}
  })
}

/** A repeated call changes nothing. */
export function setRequestState(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  { state, reason }: requests.StateChange,
) {
  if (state === 'accepted' && reason !== undefined)
    throw invalidInput('reason', 'A reason goes with open only.')
  return changeOne(ctx, freelancer, id, 'requests.setState', async (request, trx) => {
    const now = ctx.clock.now()
    if (state === 'accepted') {
      if (request.state === 'open') throw new NotAnswered()
      if (request.state === 'accepted') return []
      await acceptAnswer(trx, request, now)
      return [{ kind: 'request_accepted', subject: subjectOf(request) }]
    }
    if (request.state === 'open') {
      if (reason !== undefined && reason !== request.reason) throw new RequestOpen()
      return []
    }
    await sendBack(trx, request, reason ?? null, now)
    return [{ kind: 'request_reopened', subject: { ...subjectOf(request), note: reason ?? null } }]
  })
}

/** What was sent back or deleted meanwhile, or is accepted already, stays as it is. */
export function acceptAll(ctx: AppContext, freelancer: Freelancer, projectId: string, requestIds: string[]) {
  return writeProject(ctx, freelancer, { project: projectId }, 'requests.acceptAll', async (project, trx) => {
    const now = ctx.clock.now()
    const answered = await findAnswered(trx, project, requestIds)
    for (const request of answered) await acceptAnswer(trx, request, now)
    return {
      events: answered.map(
        (request): NewEvent => ({ kind: 'request_accepted', subject: subjectOf(request) }),
      ),
      read: async () => ({ accepted: answered.length }),
    }
  })
}

export function setReminders(ctx: AppContext, freelancer: Freelancer, projectId: string, on: boolean) {
  return writeProject(
    ctx,
    freelancer,
    { project: projectId },
    'requests.setReminders',
    async (project, trx) => {
      await setRemindersOn(trx, project, on)
      return { read: () => readReminders(trx, project.id, ctx.clock.now()) }
    },
  )
}

type Change = Parameters<AppContext['live']['changed']>[1]

/** Changes one request, which records the events that are returned, and returns it. `begin` runs before anything is locked. */
export function changeOne(
  ctx: AppContext,
  actor: Actor,
  id: string,
  name: Change,
  change: (request: RequestRow, trx: Db) => Promise<NewEvent[]>,
  begin?: (trx: Db) => Promise<unknown>,
) {
  return writeProject(
    ctx,
    actor,
    { request: id },
    name,
    async (project, trx) => {
      const request = await findRequestRow(trx, project, id)
      if (!request) throw new RequestNotFound()
      return {
        events: await change(request, trx),
        read: () => readRequest(trx, id, columnParams(ctx, actor)),
      }
    },
    { ...(begin && { begin }) },
  )
}

/** What an event says about a request. */
export const subjectOf = ({ id, title }: Pick<RequestRow, 'id' | 'title'>) => ({ requestId: id, title })

/** Throws when this person cannot reach it. */
export async function requireRequest(ctx: AppContext, actor: Actor, id: string) {
  if (!(await isReachable(ctx.db, actor, id))) throw new RequestNotFound()
}

/** A preview shows what the client has sent, not what they still gather. */
export function columnParams(ctx: AppContext, { side }: Actor, isPreview = false): ColumnParams {
  const { origin, pictureUntil, pictureKey } = createSigning(ctx)
  const showsStaged = side === 'client' && !isPreview
  return { origin, pictureUntil, pictureKey, now: ctx.clock.now(), showsStaged }
}
