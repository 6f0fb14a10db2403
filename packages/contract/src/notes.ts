import * as Type from 'typebox'
import { ClientRequestId, Id, Instant, nullable, paging, StrictObject, Text } from './common.ts'
import { endpoint } from './endpoint.ts'
import { AuthorType, EDITABLE_SECONDS } from './feedback.ts'
import { durationInWords } from './format-duration.ts'

/** Replies come with the note that they belong to, so their number has a limit. */
export const MAX_REPLIES = 100

export type NoteState = Type.Static<typeof NoteState>
export const NoteState = Type.Enum(['open', 'done', 'declined'])

/** A fraction of the page or image as it is shown upright, from its top left. */
const Fraction = Type.Number({ minimum: 0, maximum: 1 })
const PageNumber = Type.Integer({ minimum: 1, maximum: 100_000 })
/** Seconds of a video or audio. */
const Seconds = Type.Number({ minimum: 0, maximum: 1_000_000 })

export type Reply = Type.Static<typeof Reply>
export const Reply = Type.Object({
  id: Id,
  text: Type.String(),
  /** The author's name. */
  author: Type.String(),
  authorId: Id,
  authorType: AuthorType,
  createdAt: Instant,
})

export type Note = Type.Static<typeof Note>
export const Note = Type.Object({
  id: Id,
  /** The version that it is about. */
  fileId: Id,
  version: Type.Integer(),
  /** Counts 1, 2, 3 … over all versions of the file. */
  number: Type.Integer(),
  text: Type.String(),
  /** The author's name. */
  author: Type.String(),
  authorId: Id,
  authorType: AuthorType,
  createdAt: Instant,
  /** Null when it was never edited. */
  editedAt: nullable(Instant),
  /** For how long its author may still edit or delete it. 0 once somebody has replied or it is settled. */
  editableSeconds: Type.Integer(),
  page: nullable(PageNumber),
  x: nullable(Fraction),
  y: nullable(Fraction),
  t: nullable(Seconds),
  state: NoteState,
  /** Why it was declined. */
  reason: nullable(Type.String()),
  /** The member who gave the reason. */
  declinedBy: nullable(Type.Object({ id: Id, name: Type.String() })),
  settledAt: nullable(Instant),
  /** Oldest first. */
  replies: Type.Array(Reply),
})

export type NewNote = Type.Static<typeof NewNote>
export const NewNote = StrictObject({
  text: Text,
  page: Type.Optional(PageNumber),
  x: Type.Optional(Fraction),
  y: Type.Optional(Fraction),
  t: Type.Optional(Seconds),
  clientRequestId: ClientRequestId,
})

/** Either the text, or the state with the reason for declining. */
export type NoteChange = Type.Static<typeof NoteChange>
export const NoteChange = Type.Object(
  {
    text: Type.Optional(Text),
    /** With `text`: the text when it was read. The change is refused if it has been changed since. */
    was: Type.Optional(StrictObject({ text: Text })),
    state: Type.Optional(NoteState),
    reason: Type.Optional(Text),
  },
  { additionalProperties: false, minProperties: 1 },
)

const filter = {
  state: Type.Optional(NoteState),
  author: Type.Optional(AuthorType),
  version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  page: Type.Optional(PageNumber),
}

export type NoteFilter = Type.Static<Type.TObject<typeof filter>>

export type Counts = Type.Static<typeof Counts>
export const Counts = Type.Object({
  total: Type.Integer(),
  open: Type.Integer(),
  /** Open notes of the client, which have to be settled before the next round. */
  openOfClient: Type.Integer(),
})

const params = Type.Object({ id: Id })
const Bytes = Type.Unsafe<Blob>({ type: 'string', format: 'binary' })
const whenBlank = 'Please write your note.'

export const create = endpoint({
  method: 'POST',
  url: '/files/:id/notes',
  config: { access: 'either', whenBlank },
  schema: {
    summary: 'Leave a note on the newest version of a file',
    params,
    body: NewNote,
    response: { 201: Note },
  },
})

export const list = endpoint({
  method: 'GET',
  url: '/files/:id/notes',
  config: { access: 'either' },
  schema: {
    summary: 'The notes on all versions of a file, newest first, with their replies',
    params,
    querystring: StrictObject({ ...paging, ...filter }),
    response: { 200: Type.Array(Note) },
  },
})

export const counts = endpoint({
  method: 'GET',
  url: '/files/:id/notes/counts',
  config: { access: 'either' },
  schema: {
    summary: 'How many notes there are on all versions of a file, or on one',
    params,
    response: { 200: Counts },
  },
})

export const exportCsv = endpoint({
  method: 'GET',
  url: '/files/:id/notes.csv',
  config: { access: 'either', answers: 'text/csv' },
  schema: {
    summary: 'The notes on a file as CSV, for a spreadsheet',
    params,
    querystring: StrictObject(filter),
    response: { 200: Bytes },
  },
})

export const exportText = endpoint({
  method: 'GET',
  url: '/files/:id/notes.txt',
  config: { access: 'either', answers: 'text/plain' },
  schema: {
    summary: 'The notes on a file as text',
    params,
    querystring: StrictObject(filter),
    response: { 200: Bytes },
  },
})

export const get = endpoint({
  method: 'GET',
  url: '/notes/:id',
  config: { access: 'either' },
  schema: { summary: 'One note with its replies', params, response: { 200: Note } },
})

export const change = endpoint({
  method: 'PUT',
  url: '/notes/:id',
  config: { access: 'either', whenBlank },
  schema: {
    summary: `Settle a note, or edit one’s own for ${durationInWords(EDITABLE_SECONDS)} while it is open and nobody has replied`,
    params,
    body: NoteChange,
    response: { 200: Note },
  },
})

export const remove = endpoint({
  method: 'DELETE',
  url: '/notes/:id',
  config: { access: 'either' },
  schema: {
    summary: `Delete one’s own note, for ${durationInWords(EDITABLE_SECONDS)} while it is open and nobody has replied`,
    params,
    response: { 204: Type.Null() },
  },
})

export const reply = endpoint({
  method: 'POST',
  url: '/notes/:id/replies',
  config: { access: 'either', whenBlank: 'Please write your reply.' },
  schema: {
    summary: 'Reply to a note',
    params,
    body: StrictObject({ text: Text, clientRequestId: ClientRequestId }),
    response: { 201: Reply },
  },
})
