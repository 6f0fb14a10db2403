import { expect, test } from 'vitest'
import { plural, pluralForm } from './plural.ts'

test('counts one and several things, and none like several', () => {
  expect([0, 1, 2, 12].map((count) => plural(count, 'file'))).toEqual([
    '0 files',
    '1 file',
    '2 files',
    '12 files',
  ])
  expect(plural(1, 'reply', 'replies')).toBe('1 reply')
  expect(plural(3, 'reply', 'replies')).toBe('3 replies')
})

test('chooses the phrase that goes with a count', () => {
  expect(pluralForm(1, 'One link stops', '3 links stop')).toBe('One link stops')
  expect(pluralForm(3, 'One link stops', '3 links stop')).toBe('3 links stop')
  expect(pluralForm(0, 'link')).toBe('links')
})
