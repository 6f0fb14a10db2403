import { createNameDeduplicator } from '@portico/contract'
import { expect, test } from 'vitest'
import { portableFileName } from './file-names.ts'

test('numbers tens of thousands of files of one name', () => {
  const distinct = createNameDeduplicator()

  const names = Array.from({ length: 50_000 }, () => distinct('a.txt'))

  expect(new Set(names).size).toBe(50_000)
  expect([names[0], names[1], names.at(-1)]).toEqual(['a.txt', 'a (2).txt', 'a (50000).txt'])
})

test('gives a numbered name once, ignoring case', () => {
  const given = [
    'menu.pdf',
    'Menu (2).pdf',
    'MENU.pdf',
    'menu.PDF',
    'menu (2).pdf',
    'notes',
    'notes',
    '.env',
    '.env',
  ]

  expect(given.map(createNameDeduplicator())).toEqual([
    'menu.pdf',
    'Menu (2).pdf',
    'MENU (3).pdf',
    'menu (4).PDF',
    'menu (2) (2).pdf',
    'notes',
    'notes (2)',
    '.env',
    '.env (2)',
  ])
})

test('changes a name that Windows reserves or truncates', () => {
  const given = [
    'CON',
    'nul.txt',
    'com1.tar.gz',
    'a.',
    'a. .',
    'console.log',
    'com.txt',
    '.env',
    'Q: menu?.pdf',
  ]

  expect(given.map(portableFileName)).toEqual([
    'CON_',
    'nul_.txt',
    'com1_.tar.gz',
    'a_',
    'a_',
    'console.log',
    'com.txt',
    '.env',
    'Q_ menu_.pdf',
  ])
})
