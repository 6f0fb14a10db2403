import type { projects } from '@portico/contract'
import { policyOf } from './event-kinds.ts'
import type { NewEvent } from './record-events.ts'

type Side = projects.Side

interface NamedFile {
  id: string
  fileName: string
}

/** So many files, and the newest of them. */
export interface WaitingFiles {
  count: number
  file: NamedFile | null
}

export interface WaitingNotes {
  total: number
  /** Some of the files that they are on, with their number on each. */
  files: (NamedFile & { count: number })[]
}

/** What decides whose turn it is on a project. */
export interface TurnFacts {
  isCompleted: boolean
  /** The side to which the turn was passed by hand, until it does anything. */
  passedTo: Side | null
  /** To approve. */
  reviews: WaitingFiles
  openRequests: number
  changes: WaitingFiles
  answeredRequests: number
  /** The client has left feedback since the freelancer last did anything. */
  feedbackWaits: boolean
  notesForFreelancer: WaitingNotes
  notesForClient: WaitingNotes
}

/** The only place that decides. The first thing that waits wins. */
export function decideTurn(facts: TurnFacts): { turn: Side | null; reason: projects.TurnReason | null } {
  if (!facts.isCompleted && facts.passedTo) return { turn: facts.passedTo, reason: 'passed' }
  const [first] = listWaiting(facts)
  return first ? { turn: first.side, reason: first.reason } : { turn: null, reason: null }
}

/** Everything that waits for somebody, in the order in which it decides the turn. */
export function listWaiting(facts: TurnFacts): projects.Waiting[] {
  if (facts.isCompleted) return []
  const waiting: projects.Waiting[] = [
    { side: 'client', reason: 'review', ...facts.reviews },
    { side: 'client', reason: 'requests', count: facts.openRequests, file: null },
    { side: 'freelancer', reason: 'changes', ...facts.changes },
    { side: 'freelancer', reason: 'answers', count: facts.answeredRequests, file: null },
    { side: 'freelancer', reason: 'feedback', count: Number(facts.feedbackWaits), file: null },
    ...listNotes('freelancer', facts.notesForFreelancer),
    ...listNotes('client', facts.notesForClient),
  ]
  return waiting.filter(({ count }) => count > 0)
}

/** Those on files that are not named are counted together. */
function listNotes(side: Side, { total, files }: WaitingNotes): projects.Waiting[] {
  const named = files.map(({ id, fileName, count }) => ({ count, file: { id, fileName } }))
  const others = total - files.reduce((sum, { count }) => sum + count, 0)
  return [...named, { count: others, file: null }].map((notes) => ({ side, reason: 'notes', ...notes }))
}

/** What is passed from one side to the other by events. */
export interface Passing {
  passedTo: Side | null
  feedbackWaits: boolean
  /** The last note with which the turn was passed, until the other side does anything. */
  turnNote: projects.TurnNote | null
  /** The last day on which somebody passed the turn to the side that had it already. */
  nudgedOn: string | null
}

interface Moment {
  now: Date
  /** The current day in the time zone of the project. */
  today: string
}

/**
 * Whatever a side does ends the turn that was passed to it, and whatever the freelancer does answers the feedback, but for putting
 * something back.
 */
export function afterEvent(before: Passing, side: Side, event: NewEvent, { now, today }: Moment): Passing {
  if (policyOf(event.kind).isUndo) return before
  const other: Side = side === 'client' ? 'freelancer' : 'client'
  const after: Passing = {
    passedTo: before.passedTo === other ? other : null,
    feedbackWaits: side === 'client' && (before.feedbackWaits || policyOf(event.kind).turn === 'freelancer'),
    turnNote: before.turnNote?.to === other ? before.turnNote : null,
    nudgedOn: before.nudgedOn,
  }
  if (event.kind !== 'turn_passed') return after
  const { to, note, isNudge } = event.subject
  if (isNudge) after.nudgedOn = today
  else Object.assign(after, { passedTo: to, turnNote: null })
  const { author } = event
  if (note !== null)
    after.turnNote = { to, by: side, message: note, at: now.toISOString(), ...(author && { author }) }
  return after
}
