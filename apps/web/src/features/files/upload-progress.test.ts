import { expect, test } from 'vitest'
import { formatProgress, percentSent } from './upload-progress.ts'

const KB = 1_024
const MB = 1_024 * KB
const GB = 1_024 * MB

test.for([
  [{ bytesSent: 18.4 * MB, bytesPerSecond: 3.1 * MB }, '18.4 of 29.0 MB, 3.1 MB a second, 3 seconds left'],
  [{ bytesSent: 18.4 * MB }, '18.4 of 29.0 MB'],
  [
    { size: 2 * GB, bytesSent: 512 * MB, bytesPerSecond: 2 * MB },
    '0.5 of 2.0 GB, 2 MB a second, 13 minutes left',
  ],
  [
    { size: 400 * KB, bytesSent: 100 * KB, bytesPerSecond: 300 * KB },
    '100 of 400 KB, 300 KB a second, 1 second left',
  ],
  [{ size: 400 * KB }, '0 of 400 KB'],
  [{ size: 300, bytesSent: 1 }, '1 of 1 KB'],
  [{ size: 20 * GB, bytesPerSecond: 2 * MB }, '0.0 of 20.0 GB, 2 MB a second, 3 hours left'],
  [{ bytesSent: 29 * MB, bytesPerSecond: 3 * MB }, '29 MB sent, being stored'],
] as const)('%j is shown as: %s', ([part, text]) => {
  expect(formatProgress({ size: 29 * MB, bytesSent: 0, bytesPerSecond: 0, ...part })).toBe(text)
})

test('shows 100 percent only once everything was sent', () => {
  expect(percentSent({ size: 1_000, bytesSent: 999 })).toBe(99)
  expect(percentSent({ size: 0, bytesSent: 0 })).toBe(0)
})
