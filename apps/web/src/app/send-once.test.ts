import { expect, test } from 'vitest'
import { sendOnce } from './send-once.ts'

test('keeps the id while the same content is sent again after a failure, and makes a new one after an answer', async () => {
  const ids: string[] = []
  const fail = async (id: string) => {
    ids.push(id)
    throw new Error('no answer')
  }
  const answer = async (id: string) => {
    ids.push(id)
    return 'stored'
  }

  await expect(sendOnce(['feedback', 'Lovely'], fail)).rejects.toThrow('no answer')
  await expect(sendOnce(['feedback', 'Other'], fail)).rejects.toThrow('no answer')
  expect(await sendOnce(['feedback', 'Lovely'], answer)).toBe('stored')
  expect(await sendOnce(['feedback', 'Lovely'], answer)).toBe('stored')

  const [first, other, repeated, next] = ids
  expect(repeated).toBe(first)
  expect(new Set([first, other, next]).size).toBe(3)
})
