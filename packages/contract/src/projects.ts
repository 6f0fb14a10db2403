import * as Type from 'typebox'
import {
  archivedPaging,
  ClientRequestId,
  Day,
  Id,
  Mine,
  nullable,
  paging,
  StrictObject,
  Text,
  Title,
  visibleText,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { Project, ProjectStatus, Side } from './project.ts'

export * from './project.ts'

export type NewProject = Type.Static<typeof NewProject>
export const NewProject = StrictObject({
  clientId: Id,
  title: Title,
  description: Text,
  status: ProjectStatus,
  dueDate: Type.Optional(nullable(Day)),
  clientRequestId: ClientRequestId,
})

export const create = endpoint({
  method: 'POST',
  url: '/projects/create',
  config: { access: 'freelancer', whenBlank: 'Please fill out title, description and status.' },
  schema: { summary: 'Create a project for a client', body: NewProject, response: { 201: Project } },
})

/** Whose turn the projects of a list are, for the lists of both sides. */
const turn = Type.Optional(Type.Enum(['freelancer', 'client', 'none']))

/** Newest first without one. */
export type ProjectOrder = Type.Static<typeof ProjectOrder>
export const ProjectOrder = Type.Enum(['turn', 'due', 'title'])

/** Of projects that are not completed, by the freelancer's current day; weeks end on Sunday, and what is overdue is not due this week. */
export type DuePeriod = Type.Static<typeof DuePeriod>
export const DuePeriod = Type.Enum(['overdue', 'week', 'month', 'none'])

export type ProjectFilter = Type.Static<typeof ProjectFilter>
const ProjectFilter = StrictObject({
  ...archivedPaging,
  mine: Mine,
  turn,
  /**
   * `turn`: the longest turn first, then those that are nobody's turn. `due`: the nearest due date first, then completed ones by
   * their due date, then those without one. Newest first among equals.
   */
  sort: Type.Optional(ProjectOrder),
  /** Part of a title, or words of it and of the client's name as in a search; `%` and `_` are taken literally. */
  search: Type.Optional(Type.String({ format: 'storable' })),
  status: Type.Optional(ProjectStatus),
  completed: Type.Optional(Type.Boolean()),
  client: Type.Optional(Id),
  due: Type.Optional(DuePeriod),
  dueFrom: Type.Optional(Day),
  dueTo: Type.Optional(Day),
})

export const list = endpoint({
  method: 'GET',
  url: '/projects',
  config: { access: 'freelancer' },
  schema: {
    summary: 'The projects of this freelancer that are not archived, or those that are, newest first',
    querystring: ProjectFilter,
    response: { 200: Type.Array(Project) },
  },
})

export const get = endpoint({
  method: 'GET',
  url: '/projects/:id',
  config: { access: 'freelancer' },
  schema: { summary: 'One project', params: Type.Object({ id: Id }), response: { 200: Project } },
})

export const listForClient = endpoint({
  method: 'GET',
  url: '/projects/client',
  config: { access: 'client' },
  schema: {
    summary: 'The projects made for this client, newest first',
    querystring: StrictObject({ turn, sort: Type.Optional(Type.Literal('turn')), ...paging }),
    response: { 200: Type.Array(Project) },
  },
})

export const getForClient = endpoint({
  method: 'GET',
  url: '/projects/client/:id',
  config: { access: 'client' },
  schema: {
    summary: 'One project made for this client',
    params: Type.Object({ id: Id }),
    response: { 200: Project },
  },
})

export type ProjectChange = Type.Static<typeof ProjectChange>
export const ProjectChange = Type.Object(
  {
    title: Type.Optional(Title),
    description: Type.Optional(Text),
    status: Type.Optional(ProjectStatus),
    /** Sent alone. True archives the project, false brings it back. */
    archived: Type.Optional(Type.Boolean()),
    /** What the changed texts were when they were read. The change is refused if somebody else has changed one since. */
    was: Type.Optional(StrictObject({ title: Type.Optional(Title), description: Type.Optional(Text) })),
  },
  { additionalProperties: false, minProperties: 1 },
)

export const update = endpoint({
  method: 'PUT',
  url: '/projects/:id',
  config: { access: 'freelancer', whenBlank: 'Please fill out what you want to change.' },
  schema: {
    summary: 'Change title, description or status of a project, archive it or bring it back',
    params: Type.Object({ id: Id }),
    body: ProjectChange,
    response: { 200: Project },
  },
})

/** The maximum move of a due date: a hundred years. */
const MAX_DAYS = 36_525

export type DueDateChange = Type.Static<typeof DueDateChange>
const DueDateChange = StrictObject({
  dueDate: nullable(Day),
  /** Moves the due date by days for which the project waited for the client. Negative undoes such a move. */
  daysWaited: Type.Optional(Type.Integer({ minimum: -MAX_DAYS, maximum: MAX_DAYS, not: { const: 0 } })),
})

/** How many projects one call changes. */
export const MAX_BULK_PROJECTS = 200

export type BulkChange = Type.Static<typeof BulkChange>
const BulkChange = Type.Object(
  {
    ids: Type.Array(Id, { minItems: 1, maxItems: MAX_BULK_PROJECTS, uniqueItems: true }),
    /** One of these. */
    archived: Type.Optional(Type.Boolean()),
    status: Type.Optional(ProjectStatus),
    dueDate: Type.Optional(nullable(Day)),
  },
  { additionalProperties: false, minProperties: 2, maxProperties: 2 },
)

export type BulkResult = Type.Static<typeof BulkResult>
const BulkResult = Type.Object({
  changed: Type.Array(Id),
  /** Those that could not be changed, and why. */
  refused: Type.Array(Type.Object({ id: Id, code: Type.String(), message: Type.String() })),
})

export const changeSeveral = endpoint({
  method: 'POST',
  url: '/projects/bulk',
  config: { access: 'freelancer', whenBlank: 'Please send the projects and what to change.' },
  schema: {
    summary:
      'Archive several projects, or set their status or due date; those that refuse it stay as they are',
    body: BulkChange,
    response: { 200: BulkResult },
  },
})

export type Duplicate = Type.Static<typeof Duplicate>
const Duplicate = StrictObject({
  title: Title,
  dueDate: Type.Optional(nullable(Day)),
  clientRequestId: ClientRequestId,
})

export const duplicate = endpoint({
  method: 'POST',
  url: '/projects/:id/duplicate',
  config: { access: 'freelancer', whenBlank: 'Please fill out the title.' },
  schema: {
    summary: 'Create a project for the same client with the description and the requests of this one',
    params: Type.Object({ id: Id }),
    body: Duplicate,
    response: { 201: Project },
  },
})

export const setDueDate = endpoint({
  method: 'PUT',
  url: '/projects/:id/due-date',
  config: { access: 'freelancer', whenBlank: 'Please send a due date, or null for none.' },
  schema: {
    summary: 'Move the due date of a project, or take it away with null',
    params: Type.Object({ id: Id }),
    body: DueDateChange,
    response: { 200: Project },
  },
})

export const complete = endpoint({
  method: 'POST',
  url: '/projects/:id/complete',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Complete a project today, before its due date too',
    params: Type.Object({ id: Id }),
    response: { 200: Project },
  },
})

export const undoComplete = endpoint({
  method: 'DELETE',
  url: '/projects/:id/completion',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Undo “Complete a project today”: restore its due date and status',
    params: Type.Object({ id: Id }),
    response: { 204: Type.Null() },
  },
})

export type PassedTurn = Type.Static<typeof PassedTurn>
const PassedTurn = StrictObject({ to: Side, note: Type.Optional(visibleText(500)) })

export const passTurn = endpoint({
  method: 'POST',
  url: '/projects/:id/turn',
  config: { access: 'either', whenBlank: 'Please say to whom.' },
  schema: {
    summary: 'Hand the turn to one side, or remind the side that has it',
    params: Type.Object({ id: Id }),
    body: PassedTurn,
    response: { 200: Project },
  },
})

export type Contents = Type.Static<typeof Contents>
export const Contents = Type.Object({
  files: Type.Integer(),
  requests: Type.Integer(),
  feedback: Type.Integer(),
})

export const contents = endpoint({
  method: 'GET',
  url: '/projects/:id/contents',
  config: { access: 'freelancer' },
  schema: {
    summary: 'How much a project contains, to be shown before it is deleted',
    params: Type.Object({ id: Id }),
    response: { 200: Contents },
  },
})

export const remove = endpoint({
  method: 'DELETE',
  url: '/projects/:id',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Move a project with everything under it to the bin',
    params: Type.Object({ id: Id }),
    response: { 204: Type.Null() },
  },
})
