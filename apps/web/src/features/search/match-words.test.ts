import { parseTitleQuery } from '@portico/contract'
import { expect, test } from 'vitest'
import { markWords } from './match-words.ts'

test.for([
  ['rye-loaf.pdf', 'loaf rye', ['rye', 'loaf']],
  ['Crème brûlée', 'brulee CREME', ['Crème', 'brûlée']],
  ['Straße 9', 'strasse', ['Straße']],
  ['🎂 cake 🎂', 'cake', ['cake']],
  ['İstanbul', 'istanbul', ['İstanbul']],
  ['Ο σοφός', 'ΣΟΦΟΣ', ['σοφός']],
  ['Flo O’Neill', "O'Neill", ['O', 'Neill']],
  ['100% wool', '100%', ['100%']],
] as const)('marks in %s the words %s', ([text, query, marked]) => {
  const parts = markWords(text, parseTitleQuery(query))

  expect(parts.map(([part]) => part).join('')).toBe(text)
  expect(parts.filter(([, isMatch]) => isMatch).map(([part]) => part)).toEqual(marked)
})
