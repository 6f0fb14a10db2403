import * as Type from 'typebox'
import { Day, Id, Instant, nullable } from './common.ts'
import { NoteState } from './notes.ts'
import { ProjectStatus, Side } from './projects.ts'
import { Unable } from './requests.ts'
import { Decision } from './reviews.ts'

const file = { fileId: Id, fileName: Type.String() }
const version = Type.Integer()
const review = {
  ...file,
  version,
  reviewId: Id,
  round: Type.Integer(),
  /** Of how many files at once, when it is about several. The others name the first of them. */
  count: Type.Optional(Type.Integer()),
  /** True when one of them is to be chosen. */
  isChoice: Type.Optional(Type.Boolean()),
}
/** The beginning of the message as it is now; absent when it was deleted. */
const message = Type.Optional(Type.String())

/** Who wrote the message, when it was not the one who acted. */
const messageBy = Type.Optional(
  Type.Object({ type: Type.Enum(['freelancer', 'client']), name: Type.String(), isYou: Type.Boolean() }),
)

/** True if the file is deleted now or in the bin; else absent. */
const isDeleted = Type.Optional(Type.Boolean())

/** Has the version number if the file has had other versions. */
const note = { ...file, version: Type.Optional(nullable(version)), noteId: Id }

/** What a team note is about. The name of a client, the title of a project. */
const about = Type.Object({ kind: Type.Enum(['client', 'project', 'file']), id: Id, name: Type.String() })

const request = { requestId: Id, title: Type.String() }

/** The kinds of events with their subjects. Names and titles are those at the time of the event. */
const subjects = {
  /** The client logged in for the first time. */
  client_joined: {},
  /** The freelancer started a preview. Nobody is notified. */
  client_previewed: {},
  /** To another member, who alone is notified; `note` is for them. */
  client_handed_over: { to: Type.String(), note: nullable(Type.String()) },
  /** The client has another lead, and reads so with a sentence of the member who changed it. */
  lead_changed: { to: Type.String(), note: Type.String() },
  project_created: { title: Type.String() },
  /** From the bin. Nobody is notified, as nobody is of the deletion, which hides all events of the project. */
  project_restored: { title: Type.String() },
  /** The title or description was changed. */
  project_changed: { title: Type.String() },
  status_changed: { from: ProjectStatus, to: ProjectStatus },
  due_date_changed: {
    from: nullable(Day),
    to: nullable(Day),
    /**
     * The days by which it was moved, because the project had waited for the client. Negative when such a move was
     * undone.
     */
    daysWaited: Type.Optional(nullable(Type.Integer())),
  },
  file_uploaded: { ...file, isDeleted },
  version_uploaded: { ...file, isDeleted, version },
  /** Has the version number if the file has had other versions. */
  file_deleted: { ...file, version: Type.Optional(nullable(version)) },
  /** From the bin. Has the version number if the file has other versions and this one came back alone. */
  file_restored: { ...file, isDeleted, version: Type.Optional(nullable(version)) },
  feedback_left: { feedbackId: Id, message },
  /** True for a nudge: it was the other side's turn already. */
  turn_passed: { to: Side, note: nullable(Type.String()), isNudge: Type.Boolean() },
  feedback_replied: { feedbackId: Id, replyId: Id, message },
  note_added: { ...note, message },
  note_replied: { ...note, replyId: Id, message },
  /** The message is the reason for declining, else the note itself. */
  note_settled: { ...note, state: NoteState, message, messageBy },
  /** `note` is the freelancer's message. */
  review_requested: { ...review, note: nullable(Type.String()), dueDate: nullable(Day) },
  /** `note` is the client's comment. */
  review_decided: {
    ...review,
    decision: Decision,
    /** How many of several files are approved. */
    approved: Type.Optional(Type.Integer()),
    note: nullable(Type.String()),
  },
  review_withdrawn: review,
  /** The decision that was taken back. */
  decision_withdrawn: { ...review, decision: Decision },
  /** Requests that are added together are one event, about the first. */
  request_added: { ...request, count: Type.Integer() },
  /** Answered with a file, a text, or that there is nothing to give. The message is the text or the comment. */
  request_answered: {
    ...request,
    fileId: Type.Optional(Id),
    fileName: Type.Optional(Type.String()),
    /** How many files were sent together, of which this is the first; absent for one. */
    count: Type.Optional(Type.Integer()),
    isDeleted,
    answerId: Type.Optional(Id),
    unable: Type.Optional(Unable),
    message,
  },
  request_accepted: request,
  /** `note` is the reason. */
  request_reopened: { ...request, note: nullable(Type.String()) },
  /** Of a member in a team note, who alone is notified. The message is the note. */
  mentioned: { teamNoteId: Id, about, message },
  /** The client was reminded of so many open requests by email. Nobody is notified. */
  request_reminded: { ...request, count: Type.Integer() },
}

export type EventKind = keyof typeof subjects

export type Subject<Kind extends EventKind> = Type.Static<Type.TObject<(typeof subjects)[Kind]>>

export type ActorType = Type.Static<typeof ActorType>
export const ActorType = Type.Enum(['freelancer', 'client', 'guest', 'system'])

const columns = {
  id: Id,
  kind: Type.Enum(Object.keys(subjects) as EventKind[]),
  actor: Type.Object({
    type: ActorType,
    /** Of a member or client; null for guests and the system. */
    id: Type.Optional(nullable(Id)),
    name: Type.String(),
    isYou: Type.Boolean(),
  }),
  /** The fields depend on the kind. */
  subject: Type.Object({
    title: Type.Optional(Type.String()),
    from: Type.Optional(nullable(Type.String())),
    to: Type.Optional(nullable(Type.String())),
    fileId: Type.Optional(Id),
    fileName: Type.Optional(Type.String()),
    isDeleted,
    version: Type.Optional(nullable(version)),
    reviewId: Type.Optional(Id),
    round: Type.Optional(Type.Integer()),
    dueDate: Type.Optional(nullable(Day)),
    decision: Type.Optional(Decision),
    feedbackId: Type.Optional(Id),
    replyId: Type.Optional(Id),
    noteId: Type.Optional(Id),
    state: Type.Optional(NoteState),
    daysWaited: Type.Optional(nullable(Type.Integer())),
    note: Type.Optional(nullable(Type.String())),
    isNudge: Type.Optional(Type.Boolean()),
    requestId: Type.Optional(Id),
    count: Type.Optional(Type.Integer()),
    isChoice: Type.Optional(Type.Boolean()),
    approved: Type.Optional(Type.Integer()),
    answerId: Type.Optional(Id),
    unable: Type.Optional(Unable),
    teamNoteId: Type.Optional(Id),
    about: Type.Optional(about),
    message,
    messageBy,
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
  /** The client's name, where it is about no project. */
  clientName: Type.Optional(nullable(Type.String())),
  /** The present title. */
  projectTitle: nullable(Type.String()),
  read: Type.Boolean(),
}

/** An event that another person caused. */
export type Notification = Event & Type.Static<Type.TObject<typeof notificationColumns>>
export const Notification = Type.Unsafe<Notification>(Type.Object({ ...columns, ...notificationColumns }))
