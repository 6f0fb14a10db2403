import type { Event, EventKind, Subject } from './events.ts'
import { formatDay } from './format-day.ts'
import { pluralForm } from './plural.ts'

/** Plain text, a name that stands out, or the name of a file. */
export type EventTextPart = string | { name: string } | { fileName: string }

interface Circumstances {
  actor: Event['actor']
  /** How many events are shown as one line; of answers, how many files they have. */
  count: number
}

/** The sentence for each kind of event, after the name of the person. */
const sentences: { [Kind in EventKind]: (subject: Subject<Kind>, about: Circumstances) => EventTextPart[] } =
  {
    client_joined: () => ['came in for the first time'],
    client_previewed: () => ['looked at what the client sees'],
    client_handed_over: ({ to }, { actor }) =>
      actor.isYou ? ['handed the client over to ', { name: to }] : ['handed this client over to you'],
    lead_changed: ({ to }, { actor }) => [
      `handed ${actor.isYou ? 'the' : 'your'} work over to `,
      { name: to },
    ],
    project_created: () => ['created the project'],
    project_restored: () => ['restored the project'],
    project_changed: () => ['edited the project'],
    status_changed: ({ to }) =>
      to === 'Completed' ? ['completed the project'] : ['set the status to ', { name: to }],
    due_date_changed: ({ from, to, daysWaited }, { actor }) => {
      if (!to) return ['removed the due date']
      if (daysWaited && daysWaited < 0) return ['moved the due date back to ', { name: formatDay(to) }]
      const moved = [from ? 'moved the due date to ' : 'set the due date to ', { name: formatDay(to) }]
      if (!daysWaited) return moved
      const days = pluralForm(daysWaited, 'the day', `the ${daysWaited} days`)
      return [...moved, `, by ${days} that the project waited for ${actor.isYou ? 'the client' : 'you'}`]
    },
    file_uploaded: ({ fileName }, { count }) =>
      count > 1 ? [`uploaded ${count} files`] : ['uploaded ', { fileName }],
    version_uploaded: ({ fileName, version }, { count }) =>
      count > 1 ? [`uploaded ${count} new versions`] : [`uploaded version ${version} of `, { fileName }],
    file_deleted: ({ fileName, version }) => [
      version ? `deleted version ${version} of ` : 'deleted ',
      { fileName },
    ],
    file_restored: ({ fileName, version }) => [
      version ? `restored version ${version} of ` : 'restored ',
      { fileName },
    ],
    feedback_left: ({ message }) => [
      message === undefined ? 'left feedback, deleted since' : 'left feedback',
    ],
    feedback_replied: ({ message }) => [
      message === undefined ? 'replied to feedback, deleted since' : 'replied to feedback',
    ],
    note_added: ({ message, ...about }) => [
      'left a note on ',
      ...versionOf(about),
      ...(message === undefined ? [', deleted since'] : []),
    ],
    note_replied: ({ message, ...about }) => [
      'replied to a note on ',
      ...versionOf(about),
      ...(message === undefined ? [', deleted since'] : []),
    ],
    note_settled: ({ state, ...about }) => [
      { done: 'marked a note as done on ', declined: 'declined a note on ', open: 'reopened a note on ' }[
        state
      ],
      ...versionOf(about),
    ],
    turn_passed: ({ to, isNudge }, { actor }) => {
      if (to === actor.type) return ['took over']
      if (isNudge) return [actor.isYou ? 'sent a reminder' : 'reminded you that it is your turn']
      return [actor.isYou ? 'handed over' : 'handed over to you']
    },
    review_requested: ({ fileName, round, count = 1, isChoice }, { actor }) => {
      if (count > 1 && isChoice)
        return [`${actor.isYou ? 'asked for a choice of' : 'asked you to choose'} one of ${count} files`]
      const asked = actor.isYou ? 'asked for approval of ' : 'asked you to approve '
      return count > 1
        ? [`${asked}${count} files`]
        : [asked, { fileName }, round > 1 ? `, round ${round}` : '']
    },
    review_decided: ({ fileName, version, decision, count = 1, isChoice, approved = 0 }) => {
      if (count === 1)
        return [
          decision === 'approved' ? `approved version ${version} of ` : 'asked for changes to ',
          { fileName },
        ]
      if (isChoice)
        return approved > 0
          ? ['chose ', { fileName }, ` of ${count} files`]
          : [`chose none of ${count} files`]
      if (approved === 0) return [`asked for changes to ${count} files`]
      return [approved === count ? `approved ${count} files` : `approved ${approved} of ${count} files`]
    },
    review_withdrawn: ({ fileName, count = 1 }) =>
      count > 1 ? [`withdrew the review of ${count} files`] : ['withdrew the review of ', { fileName }],
    request_added: ({ title, count }, { actor }) => {
      const whom = actor.isYou ? 'asked for ' : 'asked you for '
      return count > 1 ? [`${whom}${count} things`] : [whom, { name: title }]
    },
    request_answered: ({ title, fileName, unable }, { actor, count }) => {
      if (unable === 'missing') return [actor.isYou ? 'do not have ' : 'does not have ', { name: title }]
      if (unable === 'unneeded') return ['said that it is not needed: ', { name: title }]
      if (count > 1) return ['answered ', { name: title }, ` with ${count} files`]
      return ['answered ', { name: title }, ...(fileName ? [' with ', { fileName }] : [])]
    },
    mentioned: ({ about, message }) => [
      'mentioned you in a team note about ',
      about.kind === 'file' ? { fileName: about.name } : { name: about.name },
      ...(message === undefined ? [', deleted since'] : []),
    ],
    request_accepted: ({ title }) => ['accepted ', { name: title }],
    request_reopened: ({ title }) => ['sent back ', { name: title }],
    request_reminded: ({ title, count }) =>
      count > 1 ? [`sent a reminder of ${count} requests`] : ['sent a reminder of ', { name: title }],
    decision_withdrawn: ({ fileName, version, decision, count = 1 }) =>
      count > 1
        ? [`took back the decision on ${count} files`]
        : [
            decision === 'approved'
              ? `took back the approval of version ${version} of `
              : 'took back the request for changes to ',
            { fileName },
          ],
  }

const versionOf = ({
  fileName,
  version,
}: {
  fileName: string
  version?: number | null | undefined
}): EventTextPart[] => (version ? [`version ${version} of `, { fileName }] : [{ fileName }])

/**
 * The sentence of one row in a timeline, in the bell or in an email. `events` are the events of that row
 * (`groupUploads`).
 */
export function eventText(events: readonly [Event, ...Event[]]): EventTextPart[] {
  const [{ kind, actor, subject }] = events
  const sentence = sentences[kind] as (subject: object, about: Circumstances) => EventTextPart[]
  const count = events.reduce((sum, event) => sum + filesIn(event), 0)
  return [{ name: actorName(actor) }, ' ', ...sentence(subject, { actor, count })]
}

const filesIn = ({ kind, subject }: Event) => (kind === 'request_answered' ? (subject.count ?? 1) : 1)

/** The beginning of the quoted message, and the name of the one who wrote it. */
export function eventQuote({ actor, subject }: Event) {
  const text = 'note' in subject ? subject.note : 'message' in subject ? subject.message : undefined
  if (text === undefined || text === null) return
  const author = 'messageBy' in subject && subject.messageBy ? subject.messageBy : actor
  return { by: actorName(author), text }
}

export const plainEventText = (parts: EventTextPart[]) => parts.map(textOf).join('')

const textOf = (part: EventTextPart) =>
  typeof part === 'string' ? part : 'name' in part ? part.name : part.fileName

/** People by their first name. Guests choose their own, so who asked them is never left out: “Sam (asked by Maya)”. */
function actorName({ type, name, isYou }: Event['actor']) {
  if (isYou) return 'You'
  return type === 'system' || type === 'guest' ? name : (name.trim().split(/\s+/)[0] ?? name)
}
