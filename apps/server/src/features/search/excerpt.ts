import { type search, searchText, wordInText, wordInTitle } from '@portico/contract'

const MAX_LENGTH = 160
const LENGTH_BEFORE = 40

/** The part of a text around the first of these words, with all of them marked. */
export function excerptOf(text: string, words: string[]): search.ExcerptPart[] {
  return mark(text.replace(/\s+/g, ' ').trim(), words.map(wordInText))
}

/** The whole title, with these words marked. */
export function markedTitle(title: string, words: string[]): search.ExcerptPart[] {
  return mark(title.replace(/\s+/g, ' ').trim(), words.map(wordInTitle), Number.POSITIVE_INFINITY)
}

interface Range {
  start: number
  end: number
}

function mark(text: string, patterns: string[], maxLength = MAX_LENGTH): search.ExcerptPart[] {
  const ranges = findRanges(text, patterns)
  const { start, end } = chooseWindow(text, ranges[0]?.start ?? 0, maxLength)
  const parts: search.ExcerptPart[] = []
  let at = start
  for (const range of ranges) {
    if (range.end > end) break
    if (range.start < at) continue
    if (range.start > at) parts.push([text.slice(at, range.start), false])
    parts.push([text.slice(range.start, range.end), true])
    at = range.end
  }
  if (at < end) parts.push([text.slice(at, end), false])
  if (start > 0) parts.unshift(['… ', false])
  if (end < text.length) parts.push([' …', false])
  return joinUnmarked(parts)
}

/** Begins shortly before the first match and ends at a space, or in the middle of a very long word. */
function chooseWindow(text: string, first: number, maxLength: number): Range {
  if (text.length <= maxLength) return { start: 0, end: text.length }
  let start = Math.max(0, Math.min(first - LENGTH_BEFORE, text.length - maxLength))
  if (start > 0) {
    const space = text.indexOf(' ', start)
    start = space >= 0 && space < first ? space + 1 : first
  }
  let end = Math.min(text.length, start + maxLength)
  if (end < text.length) {
    const space = text.lastIndexOf(' ', end)
    if (space > first + LENGTH_BEFORE) end = space
    // Never splits a surrogate pair.
    else if (/[\udc00-\udfff]/.test(text.charAt(end))) end--
  }
  return { start, end }
}

/**
 * The ranges that the patterns match, in order and without overlaps. If two begin at the same place, the longer one
 * counts.
 */
function findRanges(text: string, patterns: string[]): Range[] {
  const { folded, origins } = foldByCharacter(text)
  const found: Range[] = []
  for (const pattern of patterns) {
    const space = pattern.startsWith(' ') ? 1 : 0
    for (let at = folded.indexOf(pattern); at >= 0; at = folded.indexOf(pattern, at + pattern.length)) {
      const [first, last] = [origins[at + space], origins[at + pattern.length - 1]]
      if (first && last) found.push({ start: first.start, end: last.end })
    }
  }
  return found.sort((a, b) => a.start - b.start || b.end - a.end)
}

/** The folded text, and the position in the original text of each of its characters. */
function foldByCharacter(text: string) {
  let folded = ' '
  const origins: (Range | undefined)[] = [undefined]
  let start = 0
  for (const character of text) {
    const end = start + character.length
    const piece = foldCharacter(character)
    // A combining accent belongs to the letter before it.
    const last = origins.at(-1)
    if (piece === '' && last) last.end = end
    const origin = { start, end }
    for (let i = 0; i < piece.length; i++) origins.push(origin)
    folded += piece
    start = end
  }
  return { folded, origins }
}

/** A page of results may have a million characters; folding one of them takes half a microsecond. */
const MAX_CACHED_CHARACTERS = 20_000
const foldedCharacters = new Map<string, string>()

function foldCharacter(character: string) {
  let folded = foldedCharacters.get(character)
  if (folded === undefined) {
    folded = searchText(character).slice(1)
    if (foldedCharacters.size >= MAX_CACHED_CHARACTERS) foldedCharacters.clear()
    foldedCharacters.set(character, folded)
  }
  return folded
}

function joinUnmarked(parts: search.ExcerptPart[]) {
  return parts.reduce<search.ExcerptPart[]>((joined, [text, isMatch]) => {
    const last = joined.at(-1)
    if (last && !last[1] && !isMatch) last[0] += text
    else joined.push([text, isMatch])
    return joined
  }, [])
}
