import { invalidInput } from '../../platform/http/errors.ts'

const COMMON_PASSWORD = 'This password is one of the most common ones. Please choose another.'
const OWN_WORDS =
  'This password is made of your name, your email address or “Portico”. Please choose one that is harder to guess.'

interface Owner {
  name: string
  email: string
}

/** Refuses passwords that are easy to guess. The contract checks the length. */
export async function checkPassword(field: 'password' | 'newPassword', password: string, owner: Owner) {
  const rejection = isMadeOfOwnWords(password, owner)
    ? OWN_WORDS
    : (await isCommon(password))
      ? COMMON_PASSWORD
      : null
  if (rejection) throw invalidInput(field, rejection)
}

/** The list is large, so it is loaded with the first check. */
async function isCommon(password: string) {
  const { default: list } = await import('fxa-common-password-list')
  return list.test(password.toLowerCase())
}

/**
 * True when the letters consist only of the owner's words, in any order and number: `AdaMarsh1990!`, `porticoportico`.
 * Ignores digits, punctuation, case and accents. Initials alone do not make a password easy to guess.
 */
export function isMadeOfOwnWords(password: string, { name, email }: Owner) {
  const letters = splitWords(password).join('')
  const own = [...splitWords(name), ...splitWords(email), 'portico']
  return consistsOf(letters, own) && !consistsOf(letters, own.filter(isInitial))
}

function consistsOf(letters: string, words: string[]) {
  /** The lengths of prefixes that consist of whole words. */
  const wordBoundaries = new Set([0])
  for (let end = 1; end <= letters.length; end++)
    for (const word of words)
      if (letters.endsWith(word, end) && wordBoundaries.has(end - word.length)) wordBoundaries.add(end)
  return wordBoundaries.has(letters.length)
}

const isInitial = (word: string) => /^[a-z]$/.test(word)

/** In lower case, without accents. */
function splitWords(text: string) {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/\p{L}+/gu) ?? []
}
