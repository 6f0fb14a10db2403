import { expect, test } from 'vitest'
import { parseRange } from './ranges.ts'

test.for([
  [undefined, null],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=5-50', { start: 5, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=7-3', null],
  ['bytes=0-1,3-4', null],
  ['bytes=-', null],
  ['lines=1-2', null],
  ['bytes=99999999999999999999-', null],
] as const)('parses the range %s of ten bytes', ([header, range]) => {
  expect(parseRange(header, 10)).toEqual(range)
})

test('finds every range of an empty file unsatisfiable', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable')
  expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable')
  expect(parseRange(undefined, 0)).toBeNull()
})
