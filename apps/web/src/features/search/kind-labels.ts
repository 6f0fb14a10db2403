import type { search } from '@portico/contract'

/** In the order of the filters. */
export const kindLabels: Record<search.SearchKind, [one: string, many: string]> = {
  client: ['Client', 'Clients'],
  project: ['Project', 'Projects'],
  file: ['File', 'Files'],
  feedback: ['Feedback', 'Feedback'],
  note: ['Note', 'Notes'],
  request: ['Request', 'Requests'],
  message: ['Message', 'Messages'],
}
