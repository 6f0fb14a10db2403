import { pluralForm } from './plural.ts'

// Does not use `Intl`, because its first use takes 0.1 s on a phone.
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const SMALL_NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** In the largest unit that fits, rounded up: `30 days`, `12 minutes`. */
export function formatDuration(seconds: number) {
  return join(measure(seconds), String)
}

/** The same for a sentence: `ten minutes`, but `15 minutes`. */
export function durationInWords(seconds: number) {
  return join(measure(seconds), (amount) => SMALL_NUMBERS[amount] ?? String(amount))
}

function measure(seconds: number) {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? (['second', 1] as const)
  return { unit, amount: Math.max(1, Math.ceil(seconds / size)) }
}

function join({ unit, amount }: ReturnType<typeof measure>, say: (amount: number) => string) {
  return `${say(amount)} ${pluralForm(amount, unit)}`
}
