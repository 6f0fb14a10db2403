import { wordInText } from '@portico/contract'

/** A shorter word with one wrong letter would match too much, and a number with a wrong digit is another number. */
const MIN_LENGTH = 4
/** A shorter word has to match a whole word of the title, not only its beginning. */
const MIN_PREFIX_LENGTH = 6

export function mayHaveTypingError(word: string) {
  return /^\p{L}+$/u.test(word) && word.length >= MIN_LENGTH && wordInText(word) !== word
}

/**
 * `like` patterns for the word with one letter wrong, missing or too many, or two exchanged. The searched title ends
 * with a space.
 */
export function typingErrorPatterns(word: string): string[] {
  const letters = [...word]
  const variants = new Set([word])
  const add = (from: number, to: number, ...instead: string[]) =>
    variants.add([...letters.slice(0, from), ...instead, ...letters.slice(to)].join(''))
  for (const [i, letter] of letters.entries()) {
    add(i, i + 1, '_')
    add(i, i + 1)
    add(i, i, '_')
    const next = letters[i + 1]
    if (next) add(i, i + 2, next, letter)
  }
  add(letters.length, letters.length, '_')
  const end = letters.length < MIN_PREFIX_LENGTH ? ' %' : '%'
  return [...variants].map((variant) => `% ${variant}${end}`)
}

/**
 * One typing error leaves one half of the word unchanged, unless it exchanges the two middle letters. Three quick
 * comparisons that leave few titles for the patterns.
 */
export function intactParts(word: string | undefined) {
  if (word === undefined) return { similarStart: null, similarEnd: null, similarWhole: null }
  const letters = [...word]
  const middle = letters.length >> 1
  const [start, end] = [letters.slice(0, middle), letters.slice(middle)]
  const exchanged = [...start.slice(0, -1), end[0], start.at(-1), ...end.slice(1)]
  return { similarStart: start.join(''), similarEnd: end.join(''), similarWhole: exchanged.join('') }
}
