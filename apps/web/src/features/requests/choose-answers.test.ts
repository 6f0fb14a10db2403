import { expect, test } from 'vitest'
import { aLocalFile } from '../../../test/file.ts'
import { chooseAnswers } from './choose-answers.ts'

const names = (files: readonly File[]) => files.map(({ name }) => name)

test('photos that a phone calls by the same name get numbers', () => {
  const there = [{ fileName: 'image.jpg', size: 9 }]
  const chosen = [aLocalFile('image.jpg', { size: 10 }), aLocalFile('image.jpg', { size: 11 })]

  const { added, repeated } = chooseAnswers(chosen, there, [])

  expect(names(added)).toEqual(['image (2).jpg', 'image (3).jpg'])
  expect(repeated).toBe(0)
})

test('a file that is there already is not added twice', () => {
  const there = [{ fileName: 'front.jpg', size: 10 }]
  const chosen = [aLocalFile('front.jpg', { size: 10 }), aLocalFile('back.jpg', { size: 10 })]

  const { added, repeated } = chooseAnswers(chosen, there, [])

  expect(names(added)).toEqual(['back.jpg'])
  expect(repeated).toBe(1)
})
