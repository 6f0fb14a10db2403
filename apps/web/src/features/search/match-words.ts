import { foldText, type search } from '@portico/contract'

/** “Maya’s menu” means Maya and the menu. */
export const splitWords = (text: string) =>
  foldText(text)
    .split(/\s+/)
    .map((word) => word.replace(/(\p{L})['’]s$/u, '$1'))
    .filter(Boolean)

/** Whether every word is in the text. */
export function hasWords(text: string, words: string[]) {
  const folded = foldText(text)
  return words.every((word) => folded.includes(word))
}

/** The text in parts, and which of them are one of the words. */
export function markWords(text: string, words: string[]): search.ExcerptPart[] {
  const letters = [...text]
  const folded = letters.map(foldText)
  const whole = folded.join('')
  // The position in the original text, by position in the folded text.
  const origins = folded.flatMap(({ length }, at) => Array.from({ length }, () => at))
  const isMarked = letters.map(() => false)
  for (const word of words) {
    for (let at = whole.indexOf(word); at !== -1; at = whole.indexOf(word, at + word.length)) {
      isMarked.fill(true, origins[at], (origins[at + word.length - 1] ?? 0) + 1)
    }
  }
  const parts: search.ExcerptPart[] = []
  for (const [at, letter] of letters.entries()) {
    const marked = isMarked[at] ?? false
    const last = parts.at(-1)
    if (last && last[1] === marked) last[0] += letter
    else parts.push([letter, marked])
  }
  return parts
}
