import type { activity } from '@portico/contract'

/** The question about several files that all of these events are about. Undefined when there is none, or more than one. */
export function onlyGroup(events: readonly Pick<activity.Event, 'subject'>[]) {
  const ids = events.map(({ subject }) =>
    'reviewId' in subject && (subject.count ?? 1) > 1 ? subject.reviewId : undefined,
  )
  return new Set(ids).size === 1 ? ids[0] : undefined
}
