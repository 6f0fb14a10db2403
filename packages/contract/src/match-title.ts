import { foldText } from './fold-text.ts'
import { searchText, searchWords, wordInTitle } from './search-text.ts'

export interface TitleQuery {
  text: string
  words: string[]
  /** Signs such as % or +, which no person writes between two words. */
  signs: string[]
}

const SIGNS = /[%_\\*+$^|~<>=[\]{}]/g

export function parseTitleQuery(query: string): TitleQuery {
  const text = query.trim()
  return { text, words: searchWords(text), signs: [...new Set(text.match(SIGNS))] }
}

/** What the folded title has to contain besides the signs. Undefined when there is nothing but other punctuation. */
export function partsOfTitle({ words, signs }: TitleQuery): string[] | undefined {
  return words.length + signs.length > 0 ? words.map(wordInTitle) : undefined
}

/**
 * Whether a title contains the text as it was typed, or its words in any order as a search finds them, and its signs. The list of
 * projects does the same in the database (`access/title-matches.ts`).
 */
export function matchesTitle(title: string, query: TitleQuery): boolean {
  if (foldText(title).includes(foldText(query.text))) return true
  const parts = partsOfTitle(query)
  if (!parts) return false
  const searched = searchText(title)
  return parts.every((part) => searched.includes(part)) && query.signs.every((sign) => title.includes(sign))
}
