import * as Type from 'typebox'
import { Day, Id, Instant, nullable, paging, StrictObject } from './common.ts'
import { endpoint } from './endpoint.ts'
import { ProjectStatus, Side } from './projects.ts'

const file = { fileId: Id, fileName: Type.String() }
/** The beginning of the message as it is now; absent when it was deleted. */
const message = Type.Optional(Type.String())

/** Each kind of event, with what it is about. Names and titles are those of then. */
const subjects = {
  /** The client came in for the first time. */
  client_joined: {},
  project_created: { title: Type.String() },
  /** Its title or description. */
  project_changed: { title: Type.String() },
  status_changed: { from: ProjectStatus, to: ProjectStatus },
  due_date_changed: { from: nullable(Day), to: nullable(Day) },
  file_uploaded: file,
  file_deleted: file,
  feedback_left: { feedbackId: Id, message },
  /** A nudge: it was their turn already. */
  turn_passed: { to: Side, note: nullable(Type.String()), isNudge: Type.Boolean() },
  feedback_replied: { feedbackId: Id, replyId: Id, message },
}

export type EventKind = keyof typeof subjects

export type Subject<Kind extends EventKind> = Type.Static<Type.TObject<(typeof subjects)[Kind]>>

export type ActorType = Type.Static<typeof ActorType>
export const ActorType = Type.Enum(['freelancer', 'client', 'guest', 'system'])

const columns = {
  id: Id,
  kind: Type.Enum(Object.keys(subjects) as EventKind[]),
  actor: Type.Object({ type: ActorType, name: Type.String(), isYou: Type.Boolean() }),
  /** The fields depend on the kind. */
  subject: Type.Object({
    title: Type.Optional(Type.String()),
    from: Type.Optional(nullable(Type.String())),
    to: Type.Optional(nullable(Type.String())),
    fileId: Type.Optional(Id),
    fileName: Type.Optional(Type.String()),
    feedbackId: Type.Optional(Id),
    replyId: Type.Optional(Id),
    note: Type.Optional(nullable(Type.String())),
    isNudge: Type.Optional(Type.Boolean()),
    message,
  }),
  createdAt: Instant,
  /** Null when it is about the client, not about a project. */
  projectId: nullable(Id),
}

type Columns = Omit<Type.Static<Type.TObject<typeof columns>>, 'kind' | 'subject'>

/** Something that happened. */
export type Event = { [Kind in EventKind]: Columns & { kind: Kind; subject: Subject<Kind> } }[EventKind]
export const Event = Type.Unsafe<Event>(Type.Object(columns))

const notificationColumns = {
  clientId: Id,
  /** The present one. */
  projectTitle: nullable(Type.String()),
  read: Type.Boolean(),
}

/** An event that somebody else caused. */
export type Notification = Event & Type.Static<Type.TObject<typeof notificationColumns>>
export const Notification = Type.Unsafe<Notification>(Type.Object({ ...columns, ...notificationColumns }))

export const ofProject = endpoint({
  method: 'GET',
  url: '/projects/:id/activity',
  config: { access: 'either' },
  schema: {
    summary: 'What happened on a project, newest first',
    params: Type.Object({ id: Id }),
    querystring: StrictObject(paging),
    response: { 200: Type.Array(Event) },
  },
})

export const notifications = endpoint({
  method: 'GET',
  url: '/notifications',
  config: { access: 'either' },
  schema: {
    summary: 'What others did on all your projects, newest first',
    querystring: StrictObject(paging),
    response: { 200: Type.Array(Notification) },
  },
})

/** The highest count of unread notifications. */
export const MAX_UNREAD = 99

export type Unread = Type.Static<typeof Unread>
export const Unread = Type.Object({ count: Type.Integer({ minimum: 0, maximum: MAX_UNREAD }) })

export const unread = endpoint({
  method: 'GET',
  url: '/notifications/unread',
  config: { access: 'either' },
  schema: { summary: 'How many notifications are unread: 99 at most', response: { 200: Unread } },
})

export type ReadMark = Type.Static<typeof ReadMark>
const ReadMark = Type.Object(
  {
    projectId: Type.Optional(Id),
    /** What is about a client, not about a project. Only freelancers are notified of it. */
    clientId: Type.Optional(Id),
    /** A notification: it and all that are older. */
    upTo: Type.Optional(Id),
    all: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
)

export const markRead = endpoint({
  method: 'PUT',
  url: '/notifications/read',
  config: { access: 'either' },
  schema: {
    summary: 'Mark notifications as read: all, those of a project or client, or those up to one of them',
    body: ReadMark,
    response: { 200: Unread },
  },
})
