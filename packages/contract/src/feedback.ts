import * as Type from 'typebox'
import { ClientRequestId, Id, Instant, nullable, paging, StrictObject, Text } from './common.ts'
import { endpoint } from './endpoint.ts'
import { durationInWords } from './format-duration.ts'

/** How long the author may edit or delete a message without replies. */
export const EDITABLE_SECONDS = 600
const EDITABLE = durationInWords(EDITABLE_SECONDS)
/** Replies come with the feedback that they belong to, so their number has a limit. */
export const MAX_REPLIES = 100

const edits = {
  /** Null when it was never edited. */
  editedAt: nullable(Instant),
  /** For how long its author may still edit or delete it, by the server's clock. 0 once somebody has replied. */
  editableSeconds: Type.Integer(),
}

export type AuthorType = Type.Static<typeof AuthorType>
export const AuthorType = Type.Enum(['Freelancer', 'Client'])

export type Reply = Type.Static<typeof Reply>
export const Reply = Type.Object({
  id: Id,
  message: Type.String(),
  /** The author's name. */
  author: Type.String(),
  authorId: Id,
  authorType: AuthorType,
  createdAt: Instant,
  ...edits,
})

export type Feedback = Type.Static<typeof Feedback>
export const Feedback = Type.Object({
  id: Id,
  projectId: Id,
  message: Type.String(),
  createdAt: Instant,
  ...edits,
  /** The author; shown as `Anonymous` when null. */
  Client: nullable(Type.Object({ id: Id, firstName: Type.String(), lastName: Type.String() })),
  /** Oldest first. */
  replies: Type.Array(Reply),
})

const params = Type.Object({ id: Id })
export type MessageChange = Type.Static<typeof MessageChange>
const MessageChange = StrictObject({
  message: Text,
  /** The message when it was read. The change is refused if it has been changed since. */
  was: Type.Optional(StrictObject({ message: Text })),
})

export const create = endpoint({
  method: 'POST',
  url: '/feedback',
  config: { access: 'client', whenBlank: 'Please write your feedback.' },
  schema: {
    summary: 'Leave feedback on a project',
    body: StrictObject({ projectId: Id, message: Text, clientRequestId: ClientRequestId }),
    response: { 201: Feedback },
  },
})

export const list = endpoint({
  method: 'GET',
  url: '/feedback/projects/:id/feedback',
  config: { access: 'either' },
  schema: {
    summary: 'The client’s feedback on a project, newest first, with the replies',
    params,
    querystring: StrictObject(paging),
    response: { 200: Type.Array(Feedback) },
  },
})

export const edit = endpoint({
  method: 'PUT',
  url: '/feedback/:id',
  config: { access: 'client', whenBlank: 'Please write your feedback.' },
  schema: {
    summary: `Edit feedback, for ${EDITABLE} while nobody has replied`,
    params,
    body: MessageChange,
    response: { 200: Feedback },
  },
})

export const remove = endpoint({
  method: 'DELETE',
  url: '/feedback/:id',
  config: { access: 'client' },
  schema: {
    summary: `Delete feedback, for ${EDITABLE} while nobody has replied`,
    params,
    response: { 204: Type.Null() },
  },
})

export const reply = endpoint({
  method: 'POST',
  url: '/feedback/:id/replies',
  config: { access: 'either', whenBlank: 'Please write your reply.' },
  schema: {
    summary: 'Reply to feedback',
    params,
    body: StrictObject({ message: Text, clientRequestId: ClientRequestId }),
    response: { 201: Reply },
  },
})

export const editReply = endpoint({
  method: 'PUT',
  url: '/feedback/replies/:id',
  config: { access: 'either', whenBlank: 'Please write your reply.' },
  schema: {
    summary: `Edit a reply, for ${EDITABLE} while it is the last`,
    params,
    body: MessageChange,
    response: { 200: Reply },
  },
})

export const removeReply = endpoint({
  method: 'DELETE',
  url: '/feedback/replies/:id',
  config: { access: 'either' },
  schema: {
    summary: `Delete a reply, for ${EDITABLE} while it is the last`,
    params,
    response: { 204: Type.Null() },
  },
})
