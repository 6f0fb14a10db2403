import { expect, test } from 'vitest'
import { notesText, receiptsText } from './what-goes-text.ts'

test.for<[Parameters<typeof notesText>[0], string]>([
  [[4], 'Note 4 goes with it.'],
  [[7, 2, 3], 'Notes 2, 3 and 7 go with it.'],
  [[1, 2, 3, 4, 5, 6], 'Its 6 notes go too.'],
  [1, 'Its note goes too.'],
  [12, 'Its 12 notes go too.'],
])('says of the notes %j: “%s”', ([notes, text]) => {
  expect(notesText(notes)).toBe(text)
})

test('says nothing without notes, or while they are not known', () => {
  for (const notes of [undefined, [], 0]) expect(notesText(notes)).toBe('')
})

test('says which receipts stay', () => {
  expect(receiptsText(0, 'file')).toBe('')
  expect(receiptsText(1, 'version')).toBe('The version is approved: the receipt stays.')
  expect(receiptsText(2, 'file')).toBe('The file was approved 2 times: the receipts stay.')
})
