import type { activity, projects } from '@portico/contract'

interface Policy {
  /** Who is notified: the side that did not do it, one member whom the event names, or nobody. */
  notifies: 'other' | 'member' | 'nobody'
  /**
   * Whether it is pushed after ten seconds and emailed after five minutes: `prompt` always, `soon` at the earliest an hour after the
   * last email. Or only with others that are due, or not at all.
   */
  email: 'prompt' | 'soon' | 'with-next' | null
  /** The side whose turn it is when the other one does this, until it does anything. */
  turn?: projects.Side
  /** Puts back what was there, so it answers nothing: feedback and a turn that was passed go on waiting. */
  isUndo?: true
}

/** What follows from each kind of event. Reviews and requests give the turn as long as they wait (turn.ts). */
export const eventKinds = {
  client_joined: { notifies: 'other', email: 'soon' },
  client_previewed: { notifies: 'nobody', email: null },
  client_handed_over: { notifies: 'member', email: 'soon' },
  lead_changed: { notifies: 'other', email: 'soon' },
  project_created: { notifies: 'other', email: 'soon' },
  project_restored: { notifies: 'nobody', email: null, isUndo: true },
  project_changed: { notifies: 'other', email: null },
  status_changed: { notifies: 'other', email: 'soon' },
  due_date_changed: { notifies: 'other', email: 'soon' },
  turn_passed: { notifies: 'other', email: 'soon' },
  file_uploaded: { notifies: 'other', email: 'soon' },
  version_uploaded: { notifies: 'other', email: 'soon' },
  file_deleted: { notifies: 'other', email: 'soon' },
  file_restored: { notifies: 'other', email: 'with-next', isUndo: true },
  feedback_left: { notifies: 'other', email: 'soon', turn: 'freelancer' },
  feedback_replied: { notifies: 'other', email: 'soon', turn: 'freelancer' },
  note_added: { notifies: 'other', email: 'soon' },
  note_replied: { notifies: 'other', email: 'soon' },
  note_settled: { notifies: 'other', email: 'soon' },
  review_requested: { notifies: 'other', email: 'prompt' },
  review_decided: { notifies: 'other', email: 'prompt' },
  review_withdrawn: { notifies: 'other', email: 'prompt' },
  decision_withdrawn: { notifies: 'other', email: 'prompt' },
  request_added: { notifies: 'other', email: 'soon' },
  request_answered: { notifies: 'other', email: 'prompt' },
  request_accepted: { notifies: 'other', email: 'with-next' },
  request_reopened: { notifies: 'other', email: 'soon' },
  request_reminded: { notifies: 'nobody', email: null },
  mentioned: { notifies: 'member', email: 'prompt' },
} satisfies Record<activity.EventKind, Policy>

export const policyOf = (kind: activity.EventKind): Policy => eventKinds[kind]

/** The kinds that are in no email and no push. */
export const unmailedKinds = kindsOf(null)

/** The kinds that do not wait until the hour since the last email is over. */
export const promptKinds = kindsOf('prompt')

/** The kinds that are reason enough for an email and a push. */
export const mailedKinds = [...promptKinds, ...kindsOf('soon')]

function kindsOf(email: Policy['email']) {
  return (Object.keys(eventKinds) as activity.EventKind[]).filter((kind) => policyOf(kind).email === email)
}
