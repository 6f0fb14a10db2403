import type { activity } from '@portico/contract'

/** The first mention, if all events are mentions in team notes about one thing and the note still exists. */
export function onlyMention(events: readonly Pick<activity.Event, 'kind' | 'subject'>[]) {
  const subjects = events.map(({ kind, subject }) =>
    kind === 'mentioned' ? (subject as activity.Subject<'mentioned'>) : undefined,
  )
  const [first] = subjects
  const isOnePlace = subjects.every((subject) => subject?.about.id === first?.about.id)
  return isOnePlace && first?.message !== undefined ? first : undefined
}
