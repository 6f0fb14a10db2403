import * as Type from 'typebox'
import { ClientRequestId, Id, Instant, nullable, paging, StrictObject, Text, UUID_PATTERN } from './common.ts'
import { endpoint } from './endpoint.ts'
import { teamNotePlace } from './team-note-place.ts'

/** Somebody who is mentioned, with the name that they have now. */
export type Mention = Type.Static<typeof Mention>
export const Mention = Type.Object({ id: Id, name: Type.String() })

/** What members write to each other. No client ever reads any of it. */
export type TeamNote = Type.Static<typeof TeamNote>
export const TeamNote = Type.Object({
  id: Id,
  /** `<@id>` stands for somebody who is mentioned. */
  text: Type.String(),
  mentions: Type.Array(Mention),
  /** The author's name. */
  author: Type.String(),
  authorId: Id,
  createdAt: Instant,
  /** Null when it was never edited. */
  editedAt: nullable(Instant),
})

/** What it is about. */
export type Place = Type.Static<Type.TObject<typeof teamNotePlace>>

export type Summary = Type.Static<typeof Summary>
export const Summary = Type.Object({
  total: Type.Integer(),
  /** False in a workspace with one member, while there is none. */
  isOffered: Type.Boolean(),
  /** Whom the caller can mention: the others who see the client. */
  mentionable: Type.Array(Mention),
  /** Whether the caller may delete those of others, too. */
  mayDeleteAny: Type.Boolean(),
  /** Whose it is, or the client itself. */
  clientId: Id,
})

const params = Type.Object({ id: Id })
const whenBlank = 'Please write your note.'

export const list = endpoint({
  method: 'GET',
  url: '/team-notes',
  config: { access: 'freelancer' },
  schema: {
    summary: 'What the members have written to each other about a client, a project or a file, newest first',
    querystring: StrictObject({ ...paging, ...teamNotePlace }),
    response: { 200: Type.Array(TeamNote) },
  },
})

export const summary = endpoint({
  method: 'GET',
  url: '/team-notes/summary',
  config: { access: 'freelancer' },
  schema: {
    summary: 'How many team notes there are about a client, a project or a file, and whom one can mention',
    querystring: StrictObject(teamNotePlace),
    response: { 200: Summary },
  },
})

export const create = endpoint({
  method: 'POST',
  url: '/team-notes',
  config: { access: 'freelancer', whenBlank },
  schema: {
    summary: 'Write a team note about a client, a project or a file; whom it mentions is notified at once',
    querystring: StrictObject(teamNotePlace),
    body: StrictObject({ text: Text, clientRequestId: ClientRequestId }),
    response: { 201: TeamNote },
  },
})

export type Change = Type.Static<typeof Change>
const Change = StrictObject({
  text: Text,
  /** The text when it was read. The change is refused if it has been changed since. */
  was: Type.Optional(StrictObject({ text: Text })),
})

export const change = endpoint({
  method: 'PUT',
  url: '/team-notes/:id',
  config: { access: 'freelancer', whenBlank },
  schema: {
    summary: 'Edit one’s own team note; whom it mentions since then is notified at once',
    params,
    body: Change,
    response: { 200: TeamNote },
  },
})

export const remove = endpoint({
  method: 'DELETE',
  url: '/team-notes/:id',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Delete one’s own team note; the owner and admins may delete any',
    params,
    response: { 204: Type.Null() },
  },
})

/** A mention in a text, with its id. */
export const MENTION = /* @__PURE__ */ new RegExp(`<@(${UUID_PATTERN})>`, 'g')

/** The ids of those whom a text mentions, each once. */
export const mentionedIn = (text: string) => [
  ...new Set([...text.matchAll(MENTION)].map(([, id]) => id as string)),
]

/** How a mention stands in a text. */
export const mentionOf = (id: string) => `<@${id}>`
