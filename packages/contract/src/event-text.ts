import type { Event, EventKind, Subject } from './activity.ts'
import { formatDay } from './format-day.ts'

/** Plain text, a name that stands out, or the name of a file. */
export type EventTextPart = string | { name: string } | { fileName: string }

/** What happened, after the name of who did it, by kind. `count` is how many events are shown as one line. */
const sentences: { [Kind in EventKind]: (subject: Subject<Kind>, count: number) => EventTextPart[] } = {
  client_joined: () => ['came in for the first time'],
  project_created: () => ['created the project'],
  project_changed: () => ['edited the project'],
  status_changed: ({ to }) =>
    to === 'Completed' ? ['completed the project'] : ['set the status to ', { name: to }],
  due_date_changed: ({ from, to }) => {
    if (!to) return ['removed the due date']
    return [from ? 'moved the due date to ' : 'set the due date to ', { name: formatDay(to) }]
  },
  file_uploaded: ({ fileName }, count) =>
    count > 1 ? [`uploaded ${count} files`] : ['uploaded ', { fileName }],
  file_deleted: ({ fileName }) => ['deleted ', { fileName }],
  feedback_left: ({ message }) => [message === undefined ? 'left feedback, deleted since' : 'left feedback'],
  feedback_replied: ({ message }) => [
    message === undefined ? 'replied to feedback, deleted since' : 'replied to feedback',
  ],
}

/** One line of a timeline, of the bell or of an email: who did what. `events` are those of one line (`groupUploads`). */
export function eventText(events: readonly [Event, ...Event[]]): EventTextPart[] {
  const [{ kind, actor, subject }] = events
  const sentence = sentences[kind] as (subject: object, count: number) => EventTextPart[]
  return [{ name: actorName(actor) }, ' ', ...sentence(subject, events.length)]
}

/** The beginning of what somebody wrote. */
export const eventQuote = ({ subject }: Event) => ('message' in subject ? subject.message : undefined)

export const plainEventText = (parts: EventTextPart[]) => parts.map(textOf).join('')

const textOf = (part: EventTextPart) =>
  typeof part === 'string' ? part : 'name' in part ? part.name : part.fileName

/** People by their first name. */
function actorName({ type, name, isYou }: Event['actor']) {
  if (isYou) return 'You'
  return type === 'system' ? name : (name.trim().split(/\s+/)[0] ?? name)
}
