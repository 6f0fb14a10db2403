import createError from '@fastify/error'
import { withFields } from '../../platform/http/errors.ts'

export const InvalidInput = createError<[string]>('INVALID_INPUT', '%s', 400)

const COMMON_PASSWORD = 'This password is one of the most common ones. Please choose another.'
const OWN_WORDS =
  'This password is made of your name, your email address or “Portico”. Please choose one that is harder to guess.'

/** Whose password it is to be. */
interface Owner {
  name: string
  email: string
}

/** Refuses a password that is guessed first, as a complaint of this field. Its length is the contract's. */
export async function checkPassword(field: 'password' | 'newPassword', password: string, owner: Owner) {
  const rejection = isMadeOfOwnWords(password, owner)
    ? OWN_WORDS
    : (await isCommon(password))
      ? COMMON_PASSWORD
      : null
  if (rejection) throw withFields(new InvalidInput(rejection), { [field]: rejection })
}

/** In whatever case it is written. The list is loaded with the first password that is chosen. */
async function isCommon(password: string) {
  const { default: list } = await import('fxa-common-password-list')
  return list.test(password.toLowerCase())
}

/**
 * Whether its letters are only words of the owner's, in any order and number: `AdaMarsh1990!`, `porticoportico`. Digits
 * and punctuation around them do not count, nor do capitals and accents.
 */
export function isMadeOfOwnWords(password: string, { name, email }: Owner) {
  const letters = splitWords(password).join('')
  const own = new Set([...splitWords(name), ...splitWords(email), 'portico'])
  /** The lengths of prefixes that consist of whole words. */
  const wordBoundaries = new Set([0])
  for (let end = 1; end <= letters.length; end++)
    for (const word of own)
      if (letters.endsWith(word, end) && wordBoundaries.has(end - word.length)) wordBoundaries.add(end)
  return letters !== '' && wordBoundaries.has(letters.length)
}

/** The runs of letters in a text, without capitals and accents. */
function splitWords(text: string) {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/\p{L}+/gu) ?? []
}
