import type { activity, projects } from '@portico/contract'

interface Policy {
  /** Who is notified: the side that did not do it, or nobody. */
  notifies: 'other' | 'nobody'
  /** Whether it is pushed after ten seconds and emailed after five minutes, only with others that are due, or not at all. */
  email: 'soon' | 'with-next' | null
  /** The side whose turn it is when the other one does this, until it does anything. */
  turn?: projects.Side
}

/** What follows from each kind of event. Reviews and requests give the turn as long as they wait (turn.ts). */
export const eventKinds = {
  client_joined: { notifies: 'other', email: 'soon' },
  client_previewed: { notifies: 'nobody', email: null },
  project_created: { notifies: 'other', email: 'soon' },
  project_changed: { notifies: 'other', email: null },
  status_changed: { notifies: 'other', email: 'soon' },
  due_date_changed: { notifies: 'other', email: 'soon' },
  turn_passed: { notifies: 'other', email: 'soon' },
  file_uploaded: { notifies: 'other', email: 'soon' },
  version_uploaded: { notifies: 'other', email: 'soon' },
  file_deleted: { notifies: 'other', email: 'soon' },
  feedback_left: { notifies: 'other', email: 'soon', turn: 'freelancer' },
  feedback_replied: { notifies: 'other', email: 'soon', turn: 'freelancer' },
  note_added: { notifies: 'other', email: 'soon' },
  note_replied: { notifies: 'other', email: 'soon' },
  note_settled: { notifies: 'other', email: 'soon' },
  review_requested: { notifies: 'other', email: 'soon' },
  review_decided: { notifies: 'other', email: 'soon' },
  review_withdrawn: { notifies: 'other', email: 'soon' },
  decision_withdrawn: { notifies: 'other', email: 'soon' },
  request_added: { notifies: 'other', email: 'soon' },
  request_answered: { notifies: 'other', email: 'soon' },
  request_accepted: { notifies: 'other', email: 'with-next' },
  request_reopened: { notifies: 'other', email: 'soon' },
  request_reminded: { notifies: 'nobody', email: null },
} satisfies Record<activity.EventKind, Policy>

export const policyOf = (kind: activity.EventKind): Policy => eventKinds[kind]

/** The kinds that are in no email and no push. */
export const unmailedKinds = kindsOf(null)

/** The kinds that are reason enough for an email and a push. */
export const mailedKinds = kindsOf('soon')

function kindsOf(email: Policy['email']) {
  return (Object.keys(eventKinds) as activity.EventKind[]).filter((kind) => policyOf(kind).email === email)
}
