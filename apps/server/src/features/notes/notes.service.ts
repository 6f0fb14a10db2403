import { notes } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { requireUnchanged } from '../../platform/http/changed-meanwhile.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { FileNotFound, NoteNotFound } from '../access/not-found.ts'
import { countWaitingNotes } from '../events/consequences.ts'
import { createInProject } from '../events/create-in-project.ts'
import { writeProject } from '../events/write-project.ts'
import { AlreadyReplied, TooLateToEdit } from '../feedback/feedback.service.ts'
import { TooManyReplies } from '../feedback/replies.service.ts'
import {
  countNotes,
  deleteNote,
  findNote,
  findNoteRow,
  findReply,
  findVersion,
  insertNote,
  insertReply,
  listNotes,
  type Settlement,
  setState,
  setText,
} from './notes.repository.ts'

export const VersionReplaced = problem(
  'VERSION_REPLACED',
  409,
  'There is a newer version of this file. Please write your note there.',
  {
    when: 'A note is to be written on a version that is not the newest of its file. Older ones can be read, replied to and settled.',
  },
)
export const NotYourNote = problem(
  'NOT_YOUR_NOTE',
  403,
  'Only whoever wrote this note can edit or delete it.',
  { when: 'A note is to be edited or deleted by the other side, or by another person of the same client.' },
)
export const NotYoursToSettle = problem(
  'NOT_YOURS_TO_SETTLE',
  403,
  'Only the freelancer can mark a note as done, decline it or open it again.',
  { when: 'A client sends the state of a note.' },
)
export const NoteSettled = problem(
  'NOTE_SETTLED',
  409,
  'This note is settled already. Open it again to change that.',
  { when: 'A note that is done or declined is to be settled otherwise, edited or deleted.' },
)

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
  return found
}

/** The server does not know how many pages a file has. The viewer shows a note beyond the last page without a pin. */
export async function leaveNote(ctx: AppContext, actor: Actor, fileId: string, note: notes.NewNote) {
  const { text, page = null, x = null, y = null, t = null, clientRequestId } = note
  if (x === null && y !== null) throw invalidInput('x', 'Please send x and y, or neither.')
  if (y === null && x !== null) throw invalidInput('y', 'Please send x and y, or neither.')
  return createInProject(ctx, actor, { file: fileId }, 'notes.create', {
    clientRequestId,
    kind: `note ${fileId}`,
    async create(project, trx, id) {
      const version = await findVersion(trx, project, fileId)
      if (!version) throw new FileNotFound()
      if (!version.isNewest) throw new VersionReplaced()
      await insertNote(trx, version, { id, author: actor, text, page, x, y, t })
      await countWaitingNotes(trx, version)
      return { kind: 'note_added', subject: subjectOf(await requireNote(trx, project, id)) }
    },
    find: (db, id) => findNote(db, actor, id),
  })
}

export async function changeNote(ctx: AppContext, actor: Actor, id: string, change: notes.NoteChange) {
  const { text, was, state, reason } = change
  if (text !== undefined) {
    if (state !== undefined || reason !== undefined) throw invalidInput('text', 'Please send text alone.')
    return editNote(ctx, actor, id, { text, was })
  }
  if (was !== undefined) throw invalidInput('was', 'Please send was with text only.')
  if (state === undefined) throw invalidInput('state', 'State is required.')
  if (state === 'declined' && reason === undefined)
    throw invalidInput('reason', 'Please say why you decline this note.')
  if (state !== 'declined' && reason !== undefined)
    throw invalidInput('reason', 'A reason goes with declining only.')
  return settle(ctx, actor, id, { state, reason: reason ?? null })
}

async function editNote(
  ctx: AppContext,
  actor: Actor,
  id: string,
  { text, was }: { text: string; was: notes.NoteChange['was'] },
) {
  return writeProject(ctx, actor, { note: id }, 'notes.change', async (project, trx) => {
    const note = await requireNote(trx, project, id)
    requireEditable(note, actor)
    requireUnchanged({ text: note.text }, { text }, was)
    await setText(trx, note, text)
    return { read: () => getNote({ ...ctx, db: trx }, actor, id) }
  })
}

/** A repeated call changes nothing. */
async function settle(ctx: AppContext, actor: Actor, id: string, wanted: Settlement) {
  return writeProject(ctx, actor, { note: id }, 'notes.change', async (project, trx) => {
    const note = await requireNote(trx, project, id)
    if (actor.side !== 'freelancer') throw new NotYoursToSettle()
    const read = () => getNote({ ...ctx, db: trx }, actor, id)
    if (note.state === wanted.state && note.reason === wanted.reason) return { read }
    if ((note.state === 'open') === (wanted.state === 'open')) throw new NoteSettled()
    await setState(trx, note, wanted, { settledBy: actor.personId, now: ctx.clock.now() })
    await countWaitingNotes(trx, { id: note.fileId })
    const { state } = wanted
    return { events: [{ kind: 'note_settled', subject: { ...subjectOf(note), state } }], read }
  })
}

export async function removeNote(ctx: AppContext, actor: Actor, id: string) {
  await writeProject(ctx, actor, { note: id }, 'notes.remove', async (project, trx) => {
    const note = await requireNote(trx, project, id)
    requireEditable(note, actor)
    await deleteNote(trx, note)
    await countWaitingNotes(trx, { id: note.fileId })
    return {}
  })
}

export function replyToNote(
  ctx: AppContext,
  actor: Actor,
  noteId: string,
  { text, clientRequestId }: { text: string; clientRequestId?: string | null },
) {
  return createInProject(ctx, actor, { note: noteId }, 'notes.reply', {
    clientRequestId,
    kind: `note reply ${noteId}`,
    async create(project, trx, id) {
      const note = await requireNote(trx, project, noteId)
      if (note.replyCount >= notes.MAX_REPLIES) throw new TooManyReplies()
      await insertReply(trx, note, { id, author: actor, text })
      await countWaitingNotes(trx, { id: note.fileId })
      return { kind: 'note_replied', subject: { ...subjectOf(note), replyId: id } }
    },
    find: (db, id) => findReply(db, actor, id),
  })
}

type Note = NonNullable<Awaited<ReturnType<typeof findNoteRow>>>

/** Throws when it was deleted meanwhile. */
async function requireNote(trx: Db, project: LockedProject, id: string) {
  const note = await findNoteRow(trx, project, id)
  if (!note) throw new NoteNotFound()
  return note
}

function requireEditable({ authorId, replyCount, state, isYoung }: Note, actor: Actor) {
  if (authorId !== actor.personId) throw new NotYourNote()
  if (replyCount > 0) throw new AlreadyReplied()
  if (state !== 'open') throw new NoteSettled()
  if (!isYoung) throw new TooLateToEdit()
}

/** What an event says about a note. */
const subjectOf = ({ id, fileId, fileName, version }: Note) => ({ noteId: id, fileId, fileName, version })
