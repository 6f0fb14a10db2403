import { foldText, type search, type TitleQuery, wordInTitle } from '@portico/contract'

/** The text in parts, and which of them are a word or sign of the query. */
export function markWords(
  text: string,
  { words, signs }: Pick<TitleQuery, 'words' | 'signs'>,
): search.ExcerptPart[] {
  const letters = [...text]
  const folded = letters.map(foldText)
  const whole = folded.join('')
  // The position in the original text, by position in the folded text.
  const origins = folded.flatMap(({ length }, at) => Array.from({ length }, () => at))
  const isMarked = letters.map(() => false)
  for (const word of [...words, ...signs]) {
    for (let at = whole.indexOf(word); at !== -1; at = whole.indexOf(word, at + word.length)) {
      if (isShort(word) && isLetter.test(whole[at - 1] ?? '')) continue
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

/** A letter or two count at the beginning of a word only, as in a search. */
const isShort = (word: string) => isLetter.test(word) && wordInTitle(word) !== word
const isLetter = /[\p{L}\p{N}]/u
