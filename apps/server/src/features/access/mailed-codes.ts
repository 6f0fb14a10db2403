import { randomInt } from 'node:crypto'
import { durationInWords, pluralForm, reviews } from '@portico/contract'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'

// Codes of six digits that prove who reads the emails of an address. Only their hashes are stored.

const CodeNeeded = problem('CODE_NEEDED', 400, 'Please enter the code that was mailed to you.', {
  when: 'A review is approved, or an approval taken back, without the code that this session needs for it: the freelancer asked for one, or has seen the login link of the session. Or an invitation is accepted with another address, and the code is blank.',
})
const CodeWrong = problem(
  'CODE_WRONG',
  400,
  'This code is wrong, or does not work any more. Check it, or have a new one sent.',
  {
    when: `The code is not the one that was mailed last for this, is older than ${durationInWords(reviews.CODE_SECONDS)}, was used, was tried five times, or was mailed to an address that the client no longer has.`,
  },
)

export const createDigits = () => String(randomInt(1_000_000)).padStart(reviews.CODE_DIGITS, '0')

export const codeExpiry = (now: Date) => new Date(now.getTime() + reviews.CODE_SECONDS * 1_000)

interface CodeTry {
  isRight: boolean
  triesLeft: number
}

/** Why a code is refused, or undefined. `tryCode` counts a try, and finds nothing when no code works. */
export async function refusalOfCode(
  code: string | undefined,
  tryCode: (digits: string) => Promise<CodeTry | undefined>,
) {
  const digits = code?.replace(/[\s-]/g, '') ?? ''
  if (digits === '') return withField(new CodeNeeded(), 'code')
  const result = await tryCode(digits)
  if (!result?.isRight) return withField(new CodeWrong(), 'code', wrongCodeText(result?.triesLeft))
}

function wrongCodeText(triesLeft = 0) {
  if (triesLeft === 0) return 'This code does not work any more. Have a new one sent.'
  return `That was not the code. ${pluralForm(triesLeft, 'One try', `${triesLeft} tries`)} left.`
}
