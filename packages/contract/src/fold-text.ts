/** Letters that Unicode does not decompose into a letter and an accent. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }
// biome-ignore lint/suspicious/noMisleadingCharacterClass: these are accents, one by one.
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670\ufe00-\ufe0f]+/gu

/** Removes case and accents, for comparisons in a search. The function `search_text` in the database does the same. */
export function foldText(text: string): string {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      // `toLowerCase` makes a Σ ς at the end of a word, the database does not, and people type either.
      .replaceAll('ς', 'σ')
      .replace(/[ßæœøłđı]/g, (letter) => LETTERS[letter] ?? letter)
      .replace(ACCENTS, '')
  )
}
