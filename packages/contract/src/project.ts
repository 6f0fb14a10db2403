import * as Type from 'typebox'
import { Day, Id, Instant, nullable } from './common.ts'

export type ProjectStatus = Type.Static<typeof ProjectStatus>
export const ProjectStatus = Type.Enum(['Pending', 'In Progress', 'Completed'])

export type Side = Type.Static<typeof Side>
export const Side = Type.Enum(['freelancer', 'client'])

const waitingReasons = ['review', 'requests', 'changes', 'answers', 'feedback', 'notes'] as const

/**
 * Why it is somebody's turn: somebody passed it to them, a review or a request is open, the newest review of a file asks for
 * changes, a request is answered, the client left feedback since the freelancer last did anything, or notes of the other side are
 * open. A note of the freelancer waits until the client replies.
 */
export type TurnReason = Type.Static<typeof TurnReason>
export const TurnReason = Type.Enum(['passed', ...waitingReasons])

/** Something that waits for one side, also while it is the other side's turn. */
export type Waiting = Type.Static<typeof Waiting>
export const Waiting = Type.Object({
  side: Side,
  reason: Type.Enum(waitingReasons),
  /** Of files, requests or notes. Feedback is not counted. */
  count: Type.Integer(),
  /** The file of notes, or the newest of the files; null for what is not about a file, and for notes on further files. */
  file: nullable(Type.Object({ id: Id, fileName: Type.String() })),
})

/** The note that was written when the turn was passed. */
export type TurnNote = Type.Static<typeof TurnNote>
export const TurnNote = Type.Object({
  by: Side,
  to: Side,
  message: Type.String(),
  at: Instant,
  /** The name of the person who wrote it; absent in notes from before. */
  author: Type.Optional(Type.String()),
})

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
  /** The side that the project waits for; null for nobody, and always once it is Completed or archived. */
  turn: nullable(Side),
  turnReason: nullable(TurnReason),
  turnSince: nullable(Instant),
  /** Written by the person who passed the turn; until the other side acts. */
  turnNote: nullable(TurnNote),
  /** All that waits for either side, in the order in which it decides the turn. Notes stand for three files, then for the rest. */
  waiting: Type.Array(Waiting),
  /** Calendar days in the freelancer's time zone, those of the present turn included. Absent in lists. */
  waited: Type.Optional(
    Type.Object({
      freelancer: Waited,
      client: Waited,
      nobody: Type.Object({ days: Type.Integer() }),
      /** How long it waited for the client since the due date was last set. */
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
