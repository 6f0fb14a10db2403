import { expect, test } from 'vitest'
import { durationInWords, formatDuration } from './format-duration.ts'

test.for([
  [1, '1 second'],
  [59, '59 seconds'],
  [61, '2 minutes'],
  [900, '15 minutes'],
  [3_601, '2 hours'],
  [2_592_000, '30 days'],
] as const)('formats %i seconds as %s', ([seconds, text]) => {
  expect(formatDuration(seconds)).toBe(text)
})

test.for([
  [60, 'one minute'],
  [600, 'ten minutes'],
  [900, '15 minutes'],
] as const)('says %i seconds as %s in a sentence', ([seconds, text]) => {
  expect(durationInWords(seconds)).toBe(text)
})
