import { foldText } from './fold-text.ts'

const PUNCTUATION =
  /[\0-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u02ff\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u218f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufeff]+/gu
const SIGNS = /[\u2190-\u2bff\u{1f000}-\u{1faff}]/gu

/** The same as the function `search_text` in the database, but for the number of spaces. */
export function searchText(text: string): string {
  return ` ${foldText(text).replace(PUNCTUATION, ' ').replace(SIGNS, ' $& ')}`
}

/** Each word is looked for in every text that contains the first. */
const MAX_WORDS = 8

/** The distinct words of a query, the longest first, and only the longest of many. Empty for a query of punctuation only. */
export function searchWords(query: string): string[] {
  const words = new Set(searchText(query.replace(POSSESSIVE, '')).split(' '))
  words.delete('')
  return [...words].sort((a, b) => b.length - a.length).slice(0, MAX_WORDS)
}

/** “Maya’s menu” means Maya and the menu. */
const POSSESSIVE = /(?<=\p{L})['’]s(?![\p{L}\p{N}])/giu

const WITHOUT_SPACES =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * The string that a text contains if it has the word: at the beginning of a word, except in scripts that do not
 * separate words.
 */
export function wordInText(word: string) {
  return WITHOUT_SPACES.test(word) ? word : ` ${word}`
}

/** In titles a part of a word is enough, unless the word is so short that nearly all titles would contain it. */
export function wordInTitle(word: string) {
  return word.length < 3 ? wordInText(word) : word
}
