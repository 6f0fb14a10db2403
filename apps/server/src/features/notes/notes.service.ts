import createError from '@fastify/error'
import { notes } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { withFields } from '../../platform/http/errors.ts'
import { createOnce } from '../../platform/sql/create-once.ts'
import { inTransaction } from '../../platform/sql/in-transaction.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { FileNotFound, NoteNotFound } from '../access/not-found.ts'
import { bothSides } from '../access/parties.ts'
import { AlreadyReplied, TooLateToEdit } from '../feedback/feedback.service.ts'
import { authorTypeOf } from '../feedback/feedback-columns.ts'
import { TooManyReplies } from '../feedback/replies.service.ts'
import { requireWritableProject } from '../projects/projects.service.ts'
import {
  countNotes,
  deleteNote,
  findNote,
  findReply,
  findVersion,
  insertNote,
  insertReply,
  listNotes,
  settleNote,
  updateText,
} from './notes.repository.ts'

export const VersionReplaced = createError(
  'VERSION_REPLACED',
  'There is a newer version of this file. Please write your note there.',
  409,
)
export const NotYourNote = createError(
  'NOT_YOUR_NOTE',
  'Only whoever wrote this note can edit or delete it.',
  403,
)
export const NotYoursToSettle = createError(
  'NOT_YOURS_TO_SETTLE',
  'Only the freelancer can mark a note as done, decline it or open it again.',
  403,
)
export const NoteSettled = createError(
  'NOTE_SETTLED',
  'This note is settled already. Open it again to change that.',
  409,
)
const InvalidInput = createError<[string]>('INVALID_INPUT', '%s', 400)

export async function getNotes(
  { db }: AppContext,
  actor: Actor,
  fileId: string,
  filter: notes.NoteFilter,
  pageParams: PageParams,
) {
  const { state = null, author = null, version = null, page = null } = filter
  const found = await listNotes(db, actor, fileId, { state, author, version, page }, pageParams)
  if (!found) throw new FileNotFound()
  return found
}

export async function getNoteCounts({ db }: AppContext, actor: Actor, fileId: string) {
  const counts = await countNotes(db, actor, fileId)
  if (!counts) throw new FileNotFound()
  return counts
}

export async function getNote({ db }: AppContext, actor: Actor, id: string) {
  const found = await findNote(db, actor, id)
  if (!found) throw new NoteNotFound()
  return found.json
}

/** The server does not know how many pages a file has. The viewer shows a note beyond the last page without a pin. */
export async function leaveNote(ctx: AppContext, actor: Actor, fileId: string, note: notes.NewNote) {
  const { text, page = null, x = null, y = null, t = null, clientRequestId } = note
  if (x === null && y !== null) throw refuse('x', 'Please send x and y, or neither.')
  if (y === null && x !== null) throw refuse('y', 'Please send x and y, or neither.')
  const row = { id: newId(), fileId, text, page, x, y, t }
  const inserted = await createOnce(ctx, actor, {
    clientRequestId,
    kind: `note ${fileId}`,
    id: row.id,
    create: (db) => inTransaction(db, (trx) => insertNote(trx, actor, ctx.clock.now(), row)),
    find: (db, id) => findNote(db, actor, id),
  })
  if (!inserted) {
    const version = await findVersion(ctx.db, actor, fileId)
    if (!version) throw new FileNotFound()
    await requireWritableProject(ctx, actor, version.projectId)
    throw new VersionReplaced()
  }
  ctx.live.changed(bothSides(inserted), 'notes.create')
  return inserted.json
}

export async function changeNote(ctx: AppContext, actor: Actor, id: string, change: notes.NoteChange) {
  const { text, state, reason } = change
  if (text !== undefined) {
    if (state !== undefined || reason !== undefined) throw refuse('text', 'Please send text alone.')
    return editNote(ctx, actor, id, text)
  }
  if (state === undefined) throw refuse('state', 'State is required.')
  if (state === 'declined' && reason === undefined)
    throw refuse('reason', 'Please say why you decline this note.')
  if (state !== 'declined' && reason !== undefined)
    throw refuse('reason', 'A reason goes with declining only.')
  return settle(ctx, actor, id, { state, reason: reason ?? null })
}

async function editNote(ctx: AppContext, actor: Actor, id: string, text: string) {
  const updated = await updateText(ctx.db, actor, { id, text })
  if (!updated) throw await whyNotEditable(ctx, actor, id)
  ctx.live.changed(bothSides(updated), 'notes.change')
  return updated.json
}

async function settle(
  ctx: AppContext,
  actor: Actor,
  id: string,
  wanted: { state: notes.NoteState; reason: string | null },
) {
  if (actor.role !== 'freelancer') {
    await getWritableNote(ctx, actor, id)
    throw new NotYoursToSettle()
  }
  const settled = await settleNote(ctx.db, actor, id, wanted, ctx.clock.now())
  if (!settled) {
    const { state, reason, json } = await getWritableNote(ctx, actor, id)
    // A repeated call changes nothing.
    if (state === wanted.state && reason === wanted.reason) return json
    throw new NoteSettled()
  }
  ctx.live.changed(bothSides(settled), 'notes.change')
  return settled.json
}

export async function removeNote(ctx: AppContext, actor: Actor, id: string) {
  const deleted = await deleteNote(ctx.db, actor, id)
  if (!deleted) throw await whyNotEditable(ctx, actor, id)
  ctx.live.changed(bothSides(deleted), 'notes.remove')
}

export async function replyToNote(
  ctx: AppContext,
  actor: Actor,
  noteId: string,
  { text, clientRequestId }: { text: string; clientRequestId?: string | null },
) {
  const row = { id: newId(), noteId, text, most: notes.MAX_REPLIES }
  const inserted = await createOnce(ctx, actor, {
    clientRequestId,
    kind: `note reply ${noteId}`,
    id: row.id,
    create: (db) => insertReply(db, actor, ctx.clock.now(), row),
    find: (db, id) => findReply(db, actor, id),
  })
  if (!inserted) {
    await getWritableNote(ctx, actor, noteId) // throws NoteNotFound or ProjectArchived
    throw new TooManyReplies()
  }
  ctx.live.changed(bothSides(inserted), 'notes.reply')
  return inserted.json
}

async function whyNotEditable(ctx: AppContext, actor: Actor, id: string) {
  const note = await getWritableNote(ctx, actor, id)
  if (note.authorType !== authorTypeOf(actor)) return new NotYourNote()
  if (note.replyCount > 0) return new AlreadyReplied()
  return note.state === 'open' ? new TooLateToEdit() : new NoteSettled()
}

/** Throws when this person cannot write to it. The statements that write check it again, so that no race gets past it. */
async function getWritableNote(ctx: AppContext, actor: Actor, id: string) {
  const found = await findNote(ctx.db, actor, id)
  if (!found) throw new NoteNotFound()
  await requireWritableProject(ctx, actor, found.projectId)
  return found
}

function refuse(field: string, message: string) {
  return withFields(new InvalidInput(message), { [field]: message })
}
