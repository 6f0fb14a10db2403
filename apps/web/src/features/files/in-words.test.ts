import { expect, test } from 'vitest'
import { percentOf, progressSaid, sizeSaid } from './in-words.ts'
import type { Upload } from './queue.ts'

const KB = 1_024
const MB = 1_024 * KB
const GB = 1_024 * MB

test.for([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [KB, '1 KB'],
  [640 * KB, '640 KB'],
  [1_023.97 * KB, '1 MB'],
  [12.8 * MB, '12.8 MB'],
  [300 * MB, '300 MB'],
  [GB, '1 GB'],
  [1.5 * GB, '1.5 GB'],
] as const)('%i bytes are %s', ([bytes, words]) => {
  expect(sizeSaid(bytes)).toBe(words)
})

const upload = (part: Partial<Upload>): Upload => ({
  id: 'a',
  name: 'a.pdf',
  size: 29 * MB,
  state: 'sending',
  sent: 0,
  speed: 0,
  ...part,
})

test.for([
  [{ sent: 18.4 * MB, speed: 3.1 * MB }, '18.4 of 29.0 MB, 3.1 MB a second, 3 seconds left'],
  [{ sent: 18.4 * MB }, '18.4 of 29.0 MB'],
  [{ size: 2 * GB, sent: 512 * MB, speed: 2 * MB }, '0.5 of 2.0 GB, 2 MB a second, 13 minutes left'],
  [{ size: 400 * KB, sent: 100 * KB, speed: 300 * KB }, '100 of 400 KB, 300 KB a second, 1 second left'],
  [{ size: 400 * KB }, '0 of 400 KB'],
  [{ size: 300, sent: 1 }, '1 of 1 KB'],
  [{ size: 20 * GB, speed: 2 * MB }, '0.0 of 20.0 GB, 2 MB a second, 3 hours left'],
  [{ sent: 29 * MB, speed: 3 * MB }, '29 MB sent, being stored'],
] as const)('%j: %s', ([part, words]) => {
  expect(progressSaid(upload(part))).toBe(words)
})

test('the meter is full only when everything is sent', () => {
  expect(percentOf({ size: 1_000, sent: 999 })).toBe(99)
  expect(percentOf({ size: 0, sent: 0 })).toBe(0)
})
