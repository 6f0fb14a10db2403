import { expect, test } from 'vitest'
import { matchesTitle, parseTitleQuery } from './match-title.ts'

test.for([
  ['Spring menu', 'menu spr'],
  ['Spring menu', 'ring m'],
  ['Café Łódź, Straße', 'cafe lodz strasse'],
  ['Maya Whitcombe', 'Maya’s'],
  ['Flo O’Neill', "o'neill"],
  ['Ο Σοφός', 'ΣΟΦΟΣ'],
  ['Version 1-2-3', '1.2.3'],
  ['100 % rye_loaf\\', '% _ \\'],
  ['axb', 'b'],
  ['What?', '?'],
  ['Spring menu', ' '],
] as const)('finds %s by %s', ([title, query]) => {
  expect(matchesTitle(title, parseTitleQuery(query))).toBe(true)
})

test.for([
  ['Spring menu', 'menu autumn'],
  ['Spring menu', 'in ng'],
  ['axb', 'a_b'],
  ['axb', '%'],
  ['axb', '_'],
  ['axb', '\\'],
  ['a b', 'a%b'],
  ['Cats', 'C++'],
  ['axb', '(a+)+$'],
  ['axb', '['],
  ['axb', '?'],
] as const)('does not find %s by %s', ([title, query]) => {
  expect(matchesTitle(title, parseTitleQuery(query))).toBe(false)
})
