import type { reviews } from '@portico/contract'
import type { ReactNode } from 'react'
import { StatusGlyph } from '../../ui/Badge.tsx'

const states = {
  open: { word: 'In review', tone: 'pending' },
  changes_requested: { word: 'Changes requested', tone: 'progress' },
  approved: { word: 'Approved', tone: 'done' },
  not_chosen: { word: 'Not chosen', tone: undefined },
  withdrawn: { word: 'Withdrawn', tone: undefined },
  replaced: { word: 'Replaced', tone: undefined },
} as const satisfies Record<reviews.ReviewState, { word: string; tone: string | undefined }>

interface BadgeProps {
  review: Pick<reviews.VersionReview, 'state' | 'dueDate'>
  /** The freelancer's current day, as `YYYY-MM-DD`. */
  today: string | undefined
}

/** The state of the newest review of a version. */
export function ReviewBadge({ review: { state, dueDate }, today }: BadgeProps) {
  const { word, tone } = states[state]
  const isOverdue = state === 'open' && dueDate !== null && today !== undefined && dueDate < today
  return (
    <span className="badge" data-tone={tone}>
      <ReviewGlyph state={state} />
      {word}
      {isOverdue && ', overdue'}
    </span>
  )
}

export const reviewWord = (state: reviews.ReviewState) => states[state].word

interface StateProps {
  state: reviews.ReviewState
  word?: string
  children?: ReactNode
}

/** The same without a box, for rounds and receipts. */
export function ReviewState({ state, word = states[state].word, children }: StateProps) {
  return (
    <span className="review__state" data-tone={states[state].tone}>
      <ReviewGlyph state={state} />
      <span>
        {word}
        {children}
      </span>
    </span>
  )
}

export function ReviewGlyph({ state }: { state: reviews.ReviewState }) {
  if (state === 'approved') return <StatusGlyph status="Completed" />
  return (
    <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      {glyphs[state]}
    </svg>
  )
}

const struckRing = (
  <>
    <circle cx="8" cy="8" r="5.5" />
    <path d="m4.3 11.7 7.4-7.4" />
  </>
)

const glyphs = {
  open: (
    <>
      <path d="M1.6 8S4 3.9 8 3.9 14.4 8 14.4 8 12 12.1 8 12.1 1.6 8 1.6 8z" strokeLinejoin="round" />
      <circle cx="8" cy="8" r="1.9" fill="currentColor" stroke="none" />
    </>
  ),
  changes_requested: (
    <>
      <path d="M5.3 2.8 2.3 5.8l3 3" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M2.6 5.8h6.6a3.7 3.7 0 0 1 0 7.4H5.5" strokeLinecap="round" />
    </>
  ),
  not_chosen: <circle cx="8" cy="8" r="5.5" />,
  withdrawn: struckRing,
  replaced: struckRing,
}
