import { type activity, type Change, teamNotes } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { requireUnchanged } from '../../platform/http/changed-meanwhile.ts'
import { invalidInput, withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import { createOnce, findCreatedId } from '../../platform/sql/create-once.ts'
import type { Db } from '../../platform/sql/database.ts'
import { inTransaction } from '../../platform/sql/in-transaction.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { lockProject } from '../access/lock-project.ts'
import { FileNotFound, ProjectNotFound } from '../access/not-found.ts'
import { ClientArchived, ClientNotFound } from '../clients/clients.service.ts'
import { recordEvents } from '../events/record-events.ts'
import {
  deleteTeamNote,
  findClientOf,
  findPlaceOf,
  findRow,
  findTeamNote,
  findVersion,
  insertTeamNote,
  type LockedClient,
  listTeamNotes,
  lockClient,
  lockMentioned,
  type Place,
  setText,
  summarizeTeamNotes,
} from './team-notes.repository.ts'

export const TeamNoteNotFound = problem('TEAM_NOTE_NOT_FOUND', 404, 'Team note not found.', {
  when: 'There is no such team note, or it is about something that the caller does not reach; the response does not reveal which.',
})
export const NotYourTeamNote = problem(
  'NOT_YOUR_TEAM_NOTE',
  403,
  'Only who wrote this note can edit it. The owner and admins can delete it, too.',
  { when: 'A member edits or deletes the team note of another.' },
)
const NotMentionable = problem(
  'INVALID_INPUT',
  400,
  'You can only mention members who see this client. Please take the others out.',
)

export async function getTeamNotes(
  { db }: AppContext,
  member: Freelancer,
  wanted: teamNotes.Place,
  page: PageParams,
) {
  const place = placeOf(wanted)
  const found = await listTeamNotes(db, member, place, page)
  if (!found) throw new notFound[place.kind]()
  return found
}

export async function getTeamNoteSummary({ db }: AppContext, member: Freelancer, wanted: teamNotes.Place) {
  const place = placeOf(wanted)
  const found = await summarizeTeamNotes(db, member, place)
  if (!found) throw new notFound[place.kind]()
  return { ...found, mayDeleteAny: mayDeleteAny(member) }
}

const mayDeleteAny = ({ role }: Freelancer) => role !== 'member'

/** Created once, however often the call is repeated because its answer was lost. */
export async function writeTeamNote(
  ctx: AppContext,
  member: Freelancer,
  wanted: teamNotes.Place,
  { text, clientRequestId }: { text: string; clientRequestId?: string | null },
) {
  const place = placeOf(wanted)
  const request = { clientRequestId, kind: `team note ${place.id}` }
  // Also when the project was archived since.
  const earlierId = await findCreatedId(ctx, member, request)
  const earlier = earlierId && (await findTeamNote(ctx.db, member, earlierId))
  if (earlier) return earlier
  const id = newId()
  return change(ctx, member, place, 'teamNotes.create', async (locked, trx, now) => {
    const create = async () => {
      const mentioned = await requireMentionable(trx, locked.client, text)
      await insertTeamNote(trx, { ...locked.columns, id, authorId: member.personId, text, mentioned }, now)
      await notify(trx, member, locked, { id, mentioned }, now)
      return findTeamNote(trx, member, id)
    }
    const find = (_: Db, earlier: string) => findTeamNote(trx, member, earlier)
    const created = await createOnce({ ...ctx, db: trx }, member, { ...request, id, create, find })
    if (!created) throw new TeamNoteNotFound()
    return created
  })
}

/** Whom it mentioned before stays mentioned, also if they are no member any more. */
export async function editTeamNote(
  ctx: AppContext,
  member: Freelancer,
  id: string,
  { text, was }: teamNotes.Change,
) {
  const place = await requirePlaceOf(ctx.db, member, id)
  return change(ctx, member, place, 'teamNotes.change', async (locked, trx, now) => {
    const note = await requireRow(trx, id)
    if (note.authorId !== member.personId) throw new NotYourTeamNote()
    requireUnchanged({ text: note.text }, { text }, was)
    const added = await requireMentionable(trx, locked.client, text, note.mentioned)
    await setText(trx, id, text, teamNotes.mentionedIn(text), now)
    await notify(trx, member, locked, { id, mentioned: added }, now)
    const edited = await findTeamNote(trx, member, id)
    if (!edited) throw new TeamNoteNotFound()
    return edited
  })
}

export async function removeTeamNote(ctx: AppContext, member: Freelancer, id: string) {
  const place = await requirePlaceOf(ctx.db, member, id)
  await change(ctx, member, place, 'teamNotes.remove', async (_, trx) => {
    const note = await requireRow(trx, id)
    if (note.authorId !== member.personId && !mayDeleteAny(member)) throw new NotYourTeamNote()
    await deleteTeamNote(trx, id)
  })
}

const notFound = { client: ClientNotFound, project: ProjectNotFound, file: FileNotFound }

function placeOf({ client, project, file }: teamNotes.Place): Place {
  const named: Place[] = []
  if (client !== undefined) named.push({ kind: 'client', id: client })
  if (project !== undefined) named.push({ kind: 'project', id: project })
  if (file !== undefined) named.push({ kind: 'file', id: file })
  const [place, ...others] = named
  if (!place || others.length > 0)
    throw invalidInput('client', 'Please name either a client, or a project, or a file.')
  return place
}

/** The place with its client; throws when the member does not reach it. */
export async function requirePlace(db: Db, member: Freelancer, wanted: teamNotes.Place) {
  const place = placeOf(wanted)
  const clientId = await findClientOf(db, member, place)
  if (!clientId) throw new notFound[place.kind]()
  return { ...place, clientId }
}

async function requirePlaceOf(db: Db, member: Freelancer, id: string) {
  const place = await findPlaceOf(db, member, id)
  if (!place) throw new TeamNoteNotFound()
  return place
}

/** Throws when it was deleted meanwhile. */
async function requireRow(trx: Db, id: string) {
  const row = await findRow(trx, id)
  if (!row) throw new TeamNoteNotFound()
  return row
}

interface LockedPlace {
  client: LockedClient
  about: activity.Subject<'mentioned'>['about']
  columns: Record<'clientId' | 'projectId' | 'fileId' | 'historyId', string | null>
}

/** One transaction, which locks the place and notifies the workspace alone, after the commit. No turn follows from it. */
async function change<Result>(
  ctx: AppContext,
  member: Freelancer,
  place: Place,
  name: Change,
  write: (locked: LockedPlace, trx: Db, now: Date) => Promise<Result>,
) {
  const result = await inTransaction(ctx.db, async (trx) => {
    const now = ctx.clock.now()
    return write(await lockPlace(trx, member, place, now), trx, now)
  })
  ctx.live.changed({ workspaceId: member.workspaceId }, name)
  return result
}

/** The client first and then the project, as everybody locks them. Throws when it is not there any more, or archived. */
async function lockPlace(trx: Db, member: Freelancer, place: Place, now: Date): Promise<LockedPlace> {
  const { kind, id } = place
  const NotFound = notFound[kind]
  const clientId = await findClientOf(trx, member, place)
  const client = clientId && (await lockClient(trx, member, clientId))
  if (!client) throw new NotFound()
  const nothing = { clientId: null, projectId: null, fileId: null, historyId: null }
  if (kind === 'client') {
    if (client.isArchived) throw new ClientArchived()
    return { client, about: { kind, id, name: client.name }, columns: { ...nothing, clientId: id } }
  }
  const project = await lockProject(trx, member, kind === 'project' ? { project: id } : { file: id }, now)
  if (kind === 'project')
    return { client, about: { kind, id, name: project.title }, columns: { ...nothing, projectId: id } }
  const version = await findVersion(trx, project, id)
  if (!version) throw new NotFound()
  const columns = { ...nothing, fileId: id, historyId: version.historyId }
  return { client, about: { kind, id, name: version.name }, columns }
}

/** Returns those whom a text mentions besides these. */
async function requireMentionable(trx: Db, client: LockedClient, text: string, before: string[] = []) {
  const added = teamNotes.mentionedIn(text).filter((id) => !before.includes(id))
  const known = await lockMentioned(trx, client, added)
  if (known.length < added.length) throw withField(new NotMentionable(), 'text')
  return added
}

/** An event of the client, not of the project: clients read the activity of that. */
async function notify(
  trx: Db,
  by: Freelancer,
  { client, about }: LockedPlace,
  { id, mentioned }: { id: string; mentioned: string[] },
  now: Date,
) {
  const scope = { workspaceId: client.workspaceId, clientId: client.id, projectId: null }
  const events = mentioned
    .filter((member) => member !== by.personId)
    .map((member) => ({ kind: 'mentioned' as const, subject: { teamNoteId: id, about }, member }))
  await recordEvents(trx, scope, by, events, now)
}
