import * as Type from 'typebox'
import {
  archivedPaging,
  Day,
  Id,
  Instant,
  nullable,
  paging,
  StrictObject,
  Text,
  Title,
  visibleText,
} from './common.ts'
import { endpoint } from './endpoint.ts'

export type ProjectStatus = Type.Static<typeof ProjectStatus>
export const ProjectStatus = Type.Enum(['Pending', 'In Progress', 'Completed'])

export type Side = Type.Static<typeof Side>
export const Side = Type.Enum(['freelancer', 'client'])

/**
 * Why it is somebody's turn: somebody passed it to them, a review or a request is open, the newest review of a file asks for
 * changes, a request is answered, or the client left feedback since the freelancer last did anything.
 */
export type TurnReason = Type.Static<typeof TurnReason>
export const TurnReason = Type.Enum(['passed', 'review', 'requests', 'changes', 'answers', 'feedback'])

/** What was written when the turn was passed. */
export type TurnNote = Type.Static<typeof TurnNote>
export const TurnNote = Type.Object({ by: Side, to: Side, message: Type.String(), at: Instant })

const Waited = Type.Object({ days: Type.Integer(), turns: Type.Integer() })

export type Project = Type.Static<typeof Project>
export const Project = Type.Object({
  id: Id,
  title: Type.String(),
  description: Type.String(),
  status: ProjectStatus,
  dueDate: nullable(Day),
  /** The day of completion and the due date that was agreed then; null while it is not Completed, or when that day is unknown. */
  completion: nullable(Type.Object({ on: Day, dueDate: nullable(Day) })),
  /** Past its due date in the freelancer's time zone, and neither Completed nor archived. */
  overdue: Type.Boolean(),
  /** IANA name of the freelancer's time zone, which decides the current day of due dates for both people. */
  timeZone: Type.String(),
  createdAt: Instant,
  /** Since when it can be read but not changed; null while it is not archived. */
  archivedAt: nullable(Instant),
  /** Whom it waits for; null while that is nobody, and always once it is Completed or archived. */
  turn: nullable(Side),
  turnReason: nullable(TurnReason),
  turnSince: nullable(Instant),
  /** Written by the person who passed the turn; until the other side acts. */
  turnNote: nullable(TurnNote),
  /** Calendar days in the freelancer's time zone, those of the present turn included. Absent in lists. */
  waited: Type.Optional(
    Type.Object({
      freelancer: Waited,
      client: Waited,
      nobody: Type.Object({ days: Type.Integer() }),
      /** For the client since the due date was last set. */
      sinceDueDate: Type.Integer(),
    }),
  ),
  /** How many requests wait for the client, and how many for the freelancer. Absent in lists. */
  requests: Type.Optional(Type.Object({ open: Type.Integer(), answered: Type.Integer() })),
  Client: Type.Object({ id: Id, firstName: Type.String(), lastName: Type.String(), email: Type.String() }),
})

/** Compares the days as strings: ISO dates sort by time. */
export function canComplete({ dueDate }: Pick<Project, 'dueDate'>, today: string) {
  return !dueDate || dueDate <= today
}

export type NewProject = Type.Static<typeof NewProject>
export const NewProject = StrictObject({
  clientId: Id,
  title: Title,
  description: Text,
  status: ProjectStatus,
  dueDate: Type.Optional(nullable(Day)),
})

export const create = endpoint({
  method: 'POST',
  url: '/projects/create',
  config: { access: 'freelancer', whenBlank: 'Please fill out title, description and status.' },
  schema: { summary: 'Create a project for a client', body: NewProject, response: { 201: Project } },
})

/** Parameters of the lists of both sides. */
const turnFilter = {
  turn: Type.Optional(Type.Enum(['freelancer', 'client', 'none'])),
  /** The longest turn first, then those that are nobody's turn, newest first. */
  sort: Type.Optional(Type.Literal('turn')),
}

export type ProjectFilter = Type.Static<typeof ProjectFilter>
const ProjectFilter = StrictObject({
  ...turnFilter,
  ...archivedPaging,
  /** Part of a title, in any case; `%` and `_` are taken literally. */
  search: Type.Optional(Type.String({ format: 'storable' })),
  status: Type.Optional(ProjectStatus),
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
    querystring: StrictObject({ ...turnFilter, ...paging }),
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

/** By which a due date moves: a hundred years. */
const MAX_DAYS = 36_525

export type DueDateChange = Type.Static<typeof DueDateChange>
const DueDateChange = StrictObject({
  dueDate: nullable(Day),
  /** Says that it moves by days for which the project waited for the client; negative takes such a move back. */
  daysWaited: Type.Optional(Type.Integer({ minimum: -MAX_DAYS, maximum: MAX_DAYS, not: { const: 0 } })),
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
    summary: 'Pass the turn to one side, or remind the side that has it',
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
