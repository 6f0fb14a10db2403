import type { notes } from '@portico/contract'
import { type Area, isSignedIn } from '../../app/session.ts'
import { withDeadline } from '../feedback/deadlines.ts'

/** Until when its author may edit or delete it, by the server's clock; in the past when they may not. */
export type ListedNote = notes.Note & { editableUntil: number }

export const toListed = (note: notes.Note): ListedNote => withDeadline(note)

/** The place of a note in a file. */
export type Place = Pick<notes.NewNote, 'page' | 'x' | 'y' | 't'>

/** The kind of place that notes on a file have: a point of an image or page, or a moment. */
export type PlaceKind = 'point' | 'moment' | 'none'

type Written = Pick<notes.Note, 'authorType' | 'authorId' | 'author'>

/** Whether the person who is signed in wrote it. */
export const isBy = (area: Area, { authorId }: Pick<Written, 'authorId'>) => isSignedIn(area, authorId)

/** First names are enough among so few people. */
export const authorName = (area: Area, note: Pick<Written, 'authorId' | 'author'>) =>
  isBy(area, note) ? 'You' : (note.author.trim().split(/\s+/)[0] ?? note.author)

/** The name of a pin: `Note 3 by Maya, open`. */
export const noteLabel = (area: Area, note: notes.Note) =>
  `Note ${note.number} by ${isBy(area, note) ? 'you' : authorName(area, note)}, ${note.state}`

/** `0:12`, `1:02:03`. */
export function formatMoment(seconds: number) {
  const [hours, minutes, rest] = [seconds / 3_600, (seconds / 60) % 60, seconds % 60].map(Math.floor) as [
    number,
    number,
    number,
  ]
  const pad = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`
}

/** In words, such as `Page 2` beside a pin; undefined without a place. */
export function placeText({ page, x, t }: { [Key in keyof Place]?: Place[Key] | null }) {
  if (typeof t === 'number') return `At ${formatMoment(t)}`
  if (typeof page === 'number') return `Page ${page}`
  return typeof x === 'number' ? 'Pin' : undefined
}
