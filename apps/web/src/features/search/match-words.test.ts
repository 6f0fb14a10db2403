import { expect, test } from 'vitest'
import { hasWords, markWords, splitWords } from './match-words.ts'

test.for([
  ['Spring menu', 'menu spr', true],
  ['Café Łódź, Straße', 'cafe lodz strasse', true],
  ['Maya Whitcombe', 'Maya’s', true],
  ['Spring menu', 'menu autumn', false],
  ['100 % rye_loaf\\', '% _ \\', true],
] as const)('finds in %s the words %s: %s', ([text, query, isFound]) => {
  expect(hasWords(text, splitWords(query))).toBe(isFound)
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
