import type { projects } from '@portico/contract'
import { policyOf } from './event-kinds.ts'
import type { NewEvent } from './record-events.ts'

type Side = projects.Side

/** What decides whose turn it is on a project. */
export interface TurnFacts {
  isCompleted: boolean
  /** The side to which the turn was passed by hand, until it does anything. */
  passedTo: Side | null
  reviewWaits: boolean
  requestsWait: boolean
  changesWait: boolean
  answersWait: boolean
  /** The client has left feedback since the freelancer last did anything. */
  feedbackWaits: boolean
}

/** The only place that decides. The first reason that holds wins. */
export function decideTurn(facts: TurnFacts): { turn: Side | null; reason: projects.TurnReason | null } {
  if (facts.isCompleted) return { turn: null, reason: null }
  if (facts.passedTo) return { turn: facts.passedTo, reason: 'passed' }
  if (facts.reviewWaits) return { turn: 'client', reason: 'review' }
  if (facts.requestsWait) return { turn: 'client', reason: 'requests' }
  if (facts.changesWait) return { turn: 'freelancer', reason: 'changes' }
  if (facts.answersWait) return { turn: 'freelancer', reason: 'answers' }
  if (facts.feedbackWaits) return { turn: 'freelancer', reason: 'feedback' }
  return { turn: null, reason: null }
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
  if (note !== null) after.turnNote = { to, by: side, message: note, at: now.toISOString() }
  return after
}
