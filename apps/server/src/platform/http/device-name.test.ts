import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:140.0) Gecko/20100101 Firefox/140.0'

test('names the browser and system, also of an overlong user agent', () => {
  expect(deviceName(FIREFOX)).toBe('Firefox on macOS')
  expect(deviceName(`${FIREFOX} ${'like android '.repeat(1_000)}`)).toBe('Firefox on macOS')
})

test('ignores what lies beyond the stored length of a user agent', () => {
  expect(deviceName(`${'x'.repeat(300)}${FIREFOX}`)).toBe(null)
})
