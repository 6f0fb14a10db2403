import * as Type from 'typebox'
import { ClientRequestId, Day, Id, nullable, paging, StrictObject, Text, Title } from './common.ts'
import { endpoint } from './endpoint.ts'
import {
  AnswerFile,
  MAX_BATCH_SIZE,
  MAX_REQUESTS,
  Reminders,
  Request,
  RequestInProject,
  RequestKind,
  RequestState,
  Unable,
} from './request.ts'

export * from './request.ts'

const params = Type.Object({ id: Id })
const Added = Type.Object({ requests: Type.Array(Request) })

export type OfProject = Type.Static<typeof OfProject>
const OfProject = Type.Object({
  requests: Type.Array(Request),
  reminders: Reminders,
  /** Files that the client has gathered for requests which were deleted meanwhile; only for the client. */
  stagedFiles: Type.Array(AnswerFile),
})

export const ofProject = endpoint({
  method: 'GET',
  url: '/projects/:id/requests',
  config: { access: 'either' },
  schema: {
    summary: 'What the freelancer needs for a project, with the answers, in the order of the freelancer',
    params,
    querystring: StrictObject({
      limit: paging.limit,
      /** The position of the last request on the page before. */
      cursor: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
    }),
    response: { 200: OfProject },
  },
})

export const list = endpoint({
  method: 'GET',
  url: '/requests',
  config: { access: 'either' },
  schema: {
    summary: 'The requests on all projects that are not archived, newest first',
    querystring: StrictObject({ ...paging, state: Type.Optional(RequestState) }),
    response: { 200: Type.Array(RequestInProject) },
  },
})

export type NewRequest = Type.Static<typeof NewRequest>
const NewRequest = StrictObject({
  title: Title,
  details: Type.Optional(nullable(Text)),
  kind: RequestKind,
  dueDate: Type.Optional(nullable(Day)),
  clientRequestId: ClientRequestId,
})

export const add = endpoint({
  method: 'POST',
  url: '/projects/:id/requests',
  config: { access: 'freelancer', whenBlank: 'Please say what you need.' },
  schema: {
    summary: 'Ask the client for files and texts: up to 50 at once, 200 on a project',
    params,
    body: StrictObject({ requests: Type.Array(NewRequest, { minItems: 1, maxItems: MAX_BATCH_SIZE }) }),
    response: { 201: Added },
  },
})

export type Source = Type.Static<typeof Source>
export const Source = Type.Object({
  /** Of the project. */
  id: Id,
  title: Type.String(),
  requests: Type.Integer(),
  client: Type.Object({ id: Id, firstName: Type.String(), lastName: Type.String() }),
})

export const sources = endpoint({
  method: 'GET',
  url: '/requests/sources',
  config: { access: 'freelancer' },
  schema: {
    summary: 'The projects that requests can be copied from, newest first, archived ones too',
    querystring: StrictObject(paging),
    response: { 200: Type.Array(Source) },
  },
})

export type Copy = Type.Static<typeof Copy>
const Copy = StrictObject({
  /** A project. */
  from: Id,
  /** Chosen by the sender. A copy that is sent again with the same id is made once. */
  clientCopyId: Type.Optional(nullable(Type.String({ format: 'words', maxLength: 100 }))),
})

export const copy = endpoint({
  method: 'POST',
  url: '/projects/:id/requests/copy',
  config: { access: 'freelancer', whenBlank: 'Please choose a project.' },
  schema: {
    summary: 'Add the requests of another project: titles, details and kinds, without answers and dates',
    params,
    body: Copy,
    response: { 201: Added },
  },
})

export type RequestChange = Type.Static<typeof RequestChange>
export const RequestChange = Type.Object(
  {
    title: Type.Optional(Title),
    details: Type.Optional(nullable(Text)),
    dueDate: Type.Optional(nullable(Day)),
    /** The requests in between move by one place. A position beyond the end means the end. */
    position: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_REQUESTS })),
    /** What the changed texts were when they were read. The change is refused if somebody else has changed one since. */
    was: Type.Optional(StrictObject({ title: Type.Optional(Title), details: Type.Optional(nullable(Text)) })),
  },
  { additionalProperties: false, minProperties: 1 },
)

export const change = endpoint({
  method: 'PUT',
  url: '/requests/:id',
  config: { access: 'freelancer', whenBlank: 'Please say what you need.' },
  schema: {
    summary: 'Change title, details or due date of a request, or move it to another place in the list',
    params,
    body: RequestChange,
    response: { 200: Request },
  },
})

export const remove = endpoint({
  method: 'DELETE',
  url: '/requests/:id',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Delete a request with its texts. The files that answer it stay in the project',
    params,
    response: { 204: Type.Null() },
  },
})

export type StateChange = Type.Static<typeof StateChange>
export const StateChange = StrictObject({
  state: Type.Enum(['accepted', 'open']),
  /** The reason, with `open` only. */
  reason: Type.Optional(Text),
})

export const setState = endpoint({
  method: 'PUT',
  url: '/requests/:id/state',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Accept the answer, or send it back: the request is open again, and its answers stay',
    params,
    body: StateChange,
    response: { 200: Request },
  },
})

export type AcceptAll = Type.Static<typeof AcceptAll>
const AcceptAll = StrictObject({
  /** The answers that the freelancer has seen. */
  requestIds: Type.Array(Id, { minItems: 1, maxItems: MAX_REQUESTS }),
})

export const acceptAll = endpoint({
  method: 'POST',
  url: '/projects/:id/requests/accept',
  config: { access: 'freelancer' },
  schema: {
    summary:
      'Accept the answers to several requests of a project. Those that are not answered stay as they are',
    params,
    body: AcceptAll,
    response: { 200: Type.Object({ accepted: Type.Integer() }) },
  },
})

export type NewAnswer = Type.Static<typeof NewAnswer>
/** Either `text`, or `unable` with a comment if wished. A file is an upload with `requestId`. */
export const NewAnswer = Type.Object(
  {
    text: Type.Optional(Text),
    unable: Type.Optional(Unable),
    comment: Type.Optional(Text),
    /** The text of the client's answer when it was read, null for none. The answer is refused if that has been changed since. */
    was: Type.Optional(StrictObject({ text: nullable(Text) })),
  },
  { additionalProperties: false, minProperties: 1 },
)

export const answer = endpoint({
  method: 'PUT',
  url: '/requests/:id/answer',
  config: { access: 'client', whenBlank: 'Please write your answer.' },
  schema: {
    summary: 'Answer with a text, or say that there is nothing to give; replaces the client’s earlier answer',
    params,
    body: NewAnswer,
    response: { 200: Request },
  },
})

export type SendStaged = Type.Static<typeof SendStaged>
const SendStaged = StrictObject({
  /** Null: the files whose request was deleted are added to the project. */
  requestId: nullable(Id),
})

export const sendStaged = endpoint({
  method: 'POST',
  url: '/projects/:id/requests/send',
  config: { access: 'client' },
  schema: {
    summary: 'Send the files that were gathered for a request: together they are the answer',
    params,
    body: SendStaged,
    response: { 200: Type.Object({ sent: Type.Integer() }) },
  },
})

export type UnsentFiles = Type.Static<typeof UnsentFiles>
export const UnsentFiles = Type.Object({
  project: Type.Object({ id: Id, title: Type.String() }),
  /** Null when it was deleted. */
  request: nullable(Type.Object({ id: Id, title: Type.String() })),
  files: Type.Integer(),
})

export const unsent = endpoint({
  method: 'GET',
  url: '/requests/unsent',
  config: { access: 'client' },
  schema: {
    summary: 'Where files wait to be sent that the client has gathered, the oldest first',
    response: { 200: Type.Array(UnsentFiles) },
  },
})

export const setReminders = endpoint({
  method: 'PUT',
  url: '/projects/:id/reminders',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Switch the emails on or off that remind the client of open requests of a project',
    params,
    body: StrictObject({ on: Type.Boolean() }),
    response: { 200: Reminders },
  },
})
