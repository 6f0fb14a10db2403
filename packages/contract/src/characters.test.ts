import { expect, test } from 'vitest'
import { initialOf, truncate } from './characters.ts'

test.for([
  ['ada marsh', 'A'],
  [' élise', 'É'],
  ['e\u0301lise', 'E\u0301'],
  ['👩‍👩‍👧‍👦 Okafor', '👩‍👩‍👧‍👦'],
  ['🏳️‍🌈', '🏳️‍🌈'],
  ['🇩🇪 Studio', '🇩🇪'],
  ['👍🏽 Works', '👍🏽'],
  ['σοφία', 'Σ'],
  ['नि', 'नि'],
  ['', ''],
] as const)('the initial of “%s” is “%s”', ([name, initial]) => {
  expect(initialOf(name)).toBe(initial)
})

test('truncates between characters, and leaves alone what is short enough', () => {
  expect(truncate('Maya Whitcombe', 5)).toBe('Maya…')
  expect(truncate('👍🏽👍🏽👍🏽', 5)).toBe('👍🏽👍🏽…')
  expect(truncate('👍🏽👍🏽', 4)).toBe('👍🏽👍🏽')
  expect(truncate('e\u0301e\u0301', 3)).toBe('e\u0301…')
})
