import { foldText, teamNotes } from '@portico/contract'

/** Somebody with the text that stands for them while a note is written. */
export interface Mentionable {
  id: string
  label: string
}

/** The names, with a number where several people have the same one. */
export function toMentionables(people: readonly teamNotes.Mention[]): Mentionable[] {
  const counts = new Map<string, number>()
  return people.map(({ id, name }) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { id, label: count > 1 ? `${name} (${count})` : name }
  })
}

type Part = string | { mentioned: string }

/** A stored text with its mentions apart. */
export function splitMentions(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, 1: mentioned = '', index } of text.matchAll(teamNotes.MENTION)) {
    if (index > end) parts.push(text.slice(end, index))
    parts.push({ mentioned })
    end = index + found.length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

/** A stored text as it is written. */
export function toWritten(text: string, people: readonly Mentionable[]) {
  const labelOf = (id: string) => people.find((one) => one.id === id)?.label ?? 'A former member'
  return splitMentions(text)
    .map((part) => (typeof part === 'string' ? part : `@${labelOf(part.mentioned)}`))
    .join('')
}

const WORD = /[\p{L}\p{M}\p{N}]/u

/** A written text as it is stored: every name of somebody behind an @ is a mention, also where it was typed by hand. */
export function toStored(text: string, people: readonly Mentionable[]) {
  const longestFirst = people.toSorted((a, b) => b.label.length - a.label.length)
  let stored = ''
  for (let at = 0; at < text.length; ) {
    const found = text[at] === '@' && !WORD.test(text[at - 1] ?? '') && longestFirst.find(isAt(text, at + 1))
    stored += found ? teamNotes.mentionOf(found.id) : text[at]
    at += found ? found.label.length + 1 : 1
  }
  return stored
}

const isAt =
  (text: string, start: number) =>
  ({ label }: Mentionable) => {
    const end = start + label.length
    const isSame = text.slice(start, end).toLowerCase() === label.toLowerCase()
    return isSame && !WORD.test(text[end] ?? '')
  }

/** Behind an @ so many characters may be the beginning of a name. */
const MAX_QUERY_LENGTH = 60

/** What has been typed of a mention before the caret, and where its @ is. Undefined outside of one. */
export function findTypedMention(text: string, caret: number) {
  const start = text.lastIndexOf('@', caret - 1)
  if (start === -1 || WORD.test(text[start - 1] ?? '')) return
  const query = text.slice(start + 1, caret)
  if (query.length > MAX_QUERY_LENGTH || /\n/.test(query) || /^\s/.test(query)) return
  return { start, query }
}

/** Those whose name, or a word of it, begins with what was typed. */
export function matchMentionables(people: readonly Mentionable[], query: string) {
  const wanted = foldText(query)
  return people.filter(({ label }) => {
    const name = foldText(label)
    return (
      name.startsWith(wanted) ||
      name.split(/[\s-]+/).some((_, at, words) => words.slice(at).join(' ').startsWith(wanted))
    )
  })
}
