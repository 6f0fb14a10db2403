import * as Type from 'typebox'
import { Day, Id, Instant, nullable } from './common.ts'
import { VersionReview } from './reviews.ts'

/** How many requests are added by one call, and how many a project has. */
export const MAX_BATCH_SIZE = 50
export const MAX_REQUESTS = 200
/** On which days of an open request its client is reminded. */
export const REMINDER_DAYS = [3, 7, 14]
export const REMINDER_DAYS_TEXT = `${REMINDER_DAYS.slice(0, -1).join(', ')} and ${REMINDER_DAYS.at(-1)}`

export type RequestKind = Type.Static<typeof RequestKind>
/** The requested kind of answer. An answer of the other kind is accepted too. */
export const RequestKind = Type.Enum(['file', 'text'])

export type RequestState = Type.Static<typeof RequestState>
/** A request that was sent back is `open`, with the reason if there is one. */
export const RequestState = Type.Enum(['open', 'answered', 'accepted'])

export type Unable = Type.Static<typeof Unable>
/** “I don’t have it”, and “Not needed”. */
export const Unable = Type.Enum(['missing', 'unneeded'])

export type AnswerAuthorType = Type.Static<typeof AnswerAuthorType>
export const AnswerAuthorType = Type.Enum(['Client', 'Guest'])

/** The name to show. A guest’s name says who asked them, as in “Sam (asked by Maya)”. */
const author = { author: Type.String(), authorType: AnswerAuthorType }

export type Answer = Type.Static<typeof Answer>
/** A text, or that there is nothing to give. The client has one for each request, which they may change. */
export const Answer = Type.Object({
  id: Id,
  text: nullable(Type.String()),
  unable: nullable(Unable),
  /** The client's comment on `unable`. */
  comment: nullable(Type.String()),
  ...author,
  answeredAt: Instant,
})

export type AnswerFile = Type.Static<typeof AnswerFile>
/** A file that answers a request, in its newest version. `files.get` has links to its contents. */
export const AnswerFile = Type.Object({
  id: Id,
  fileName: Type.String(),
  /** In bytes. */
  size: Type.Integer(),
  contentType: Type.String(),
  /** Works for 15 minutes without an Authorization header; null when there is none (yet). */
  thumbnailUrl: nullable(Type.String()),
  ...author,
  createdAt: Instant,
  review: nullable(VersionReview),
})

export type Request = Type.Static<typeof Request>
export const Request = Type.Object({
  id: Id,
  projectId: Id,
  title: Type.String(),
  details: nullable(Type.String()),
  kind: RequestKind,
  dueDate: nullable(Day),
  /** Open and past its due date in the freelancer's time zone. */
  overdue: Type.Boolean(),
  /** Counts 1, 2, 3 … in its project. */
  position: Type.Integer(),
  state: RequestState,
  /** When it got its present state. */
  stateSince: Instant,
  /** Whether it was answered before, and the freelancer opened it again. Its answers stay. */
  sentBack: Type.Boolean(),
  /** Why it was sent back. */
  reason: nullable(Type.String()),
  createdAt: Instant,
  /** When the client was last reminded of it by email. */
  remindedAt: nullable(Instant),
  /** Oldest first. */
  answers: Type.Array(Answer),
  /** Oldest first. */
  files: Type.Array(AnswerFile),
  /** How many files the client has gathered for it and not sent yet. */
  stagedCount: Type.Integer(),
  /** These files, oldest first; only for the client, so empty for the freelancer and in a preview. */
  stagedFiles: Type.Array(AnswerFile),
})

export type RequestInProject = Type.Static<typeof RequestInProject>
export const RequestInProject = Type.Object({
  ...Request.properties,
  project: Type.Object({ id: Id, title: Type.String() }),
  client: Type.Object({ id: Id, firstName: Type.String(), lastName: Type.String() }),
})

export type RemindersBlock = Type.Static<typeof RemindersBlock>
/**
 * Why no reminder is sent although reminders are on: the client is not invited yet, their address does not work, or they want no
 * emails about work.
 */
export const RemindersBlock = Type.Enum(['uninvited', 'address', 'unsubscribed'])

export type Reminders = Type.Static<typeof Reminders>
export const Reminders = Type.Object({
  on: Type.Boolean(),
  /** When the client was last reminded of any request of the project. */
  lastAt: nullable(Instant),
  /** 9:00 in the client's time zone; null when none is to come. */
  nextAt: nullable(Instant),
  /** Only for the freelancer; null when nothing is in the way. */
  blockedBy: nullable(RemindersBlock),
})
