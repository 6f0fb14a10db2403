import { teamNotes } from '@portico/contract'
import { expect, test } from 'vitest'
import {
  findTypedMention,
  matchMentionables,
  splitMentions,
  toMentionables,
  toStored,
  toWritten,
} from './mention-text.ts'

const id = (n: number) => `01900000-0000-7000-8000-00000000000${n}`
const at = (n: number) => teamNotes.mentionOf(id(n))
const people = toMentionables([
  { id: id(1), name: 'Sam' },
  { id: id(2), name: 'Sam Reed' },
  { id: id(3), name: 'Zoë Osei-Bonsu' },
  { id: id(4), name: 'Sam Reed' },
])

test('tells people with the same name apart', () => {
  expect(people.map(({ label }) => label)).toEqual(['Sam', 'Sam Reed', 'Zoë Osei-Bonsu', 'Sam Reed (2)'])
})

test.for([
  ['@Sam Reed, please copy @Zoë Osei-Bonsu.', `${at(2)}, please copy ${at(3)}.`],
  ['@Sam: see @Sam Reed (2)', `${at(1)}: see ${at(4)}`],
  ['(@Sam) and @Sam', `(${at(1)}) and ${at(1)}`],
] as const)('stores the mentions of “%s”, and writes them again', ([written, stored]) => {
  expect(toStored(written, people)).toBe(stored)
  expect(toWritten(stored, people)).toBe(written)
})

test.for([
  ['@sam reed!', `${at(2)}!`],
  ['mail sam@Sam.example', 'mail sam@Sam.example'],
  ['@Samuel, @Nobody and @ Sam', '@Samuel, @Nobody and @ Sam'],
  ['😀@Sam😀', `😀${at(1)}😀`],
] as const)('takes “%s” for what it is', ([written, stored]) => {
  expect(toStored(written, people)).toBe(stored)
})

test('takes a text apart', () => {
  expect(splitMentions(`Ask ${at(1)}${at(2)}!`)).toEqual([
    'Ask ',
    { mentioned: id(1) },
    { mentioned: id(2) },
    '!',
  ])
  expect(toWritten(`Ask ${at(9)}`, people), 'whose account is gone').toBe('Ask @A former member')
})

test.for([
  ['Ask @', { start: 4, query: '' }],
  ['@sam r', { start: 0, query: 'sam r' }],
  ['(@o', { start: 1, query: 'o' }],
  ['sam@ex', undefined],
  ['Nothing', undefined],
  ['@ home', undefined],
  ['@sam\nthen', undefined],
] as const)('finds what is typed at the end of “%s”', ([text, expected]) => {
  expect(findTypedMention(text, text.length)).toEqual(expected)
})

test.for([
  ['', [1, 2, 3, 4]],
  ['sam r', [2, 4]],
  ['ZOE', [3]],
  ['bon', [3]],
  ['reed', [2, 4]],
  ['am', []],
] as const)('offers those whose name has a word that begins with “%s”', ([query, expected]) => {
  expect(matchMentionables(people, query).map((one) => one.id)).toEqual(expected.map(id))
})
