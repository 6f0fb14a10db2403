import { expect, test } from 'vitest'
import { formatFileSize } from './format-file-size.ts'

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
] as const)('%i bytes are shown as %s', ([bytes, text]) => {
  expect(formatFileSize(bytes)).toBe(text)
})
