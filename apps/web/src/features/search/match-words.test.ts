import { expect, test } from 'vitest'
import { hasWords, markWords, splitWords } from './match-words.ts'

test.for([
  ['Spring menu', 'menu spr'],
  ['Café Łódź, Straße', 'cafe lodz strasse'],
  ['Maya Whitcombe', 'Maya’s'],
  ['100 % rye_loaf\\', '% _ \\'],
] as const)('finds in %s the words %s', ([text, query]) => {
  expect(hasWords(text, splitWords(query))).toBe(true)
})

test('finds nothing when one of the words is missing', () => {
  expect(hasWords('Spring menu', splitWords('menu autumn'))).toBe(false)
})

test.for([
  ['rye-loaf.pdf', 'loaf rye', ['rye', 'loaf']],
  ['Crème brûlée', 'brulee CREME', ['Crème', 'brûlée']],
  ['Straße 9', 'strasse', ['Straße']],
  ['🎂 cake 🎂', 'cake', ['cake']],
  ['İstanbul', 'istanbul', ['İstanbul']],
] as const)('marks in %s the words %s', ([text, query, marked]) => {
  const parts = markWords(text, splitWords(query))

  expect(parts.map(([part]) => part).join('')).toBe(text)
  expect(parts.filter(([, isMatch]) => isMatch).map(([part]) => part)).toEqual(marked)
})
