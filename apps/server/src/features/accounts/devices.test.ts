import { expect, test } from 'vitest'
import { deviceName } from './devices.ts'

const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:140.0) Gecko/20100101 Firefox/140.0'

test('says what somebody logged in with, however long its name goes on', () => {
  expect(deviceName(FIREFOX)).toBe('Firefox on macOS')
  expect(deviceName(`${FIREFOX} ${'like android '.repeat(1_000)}`)).toBe('Firefox on macOS')
})

test('reads no more of a name than is stored', () => {
  expect(deviceName(`${'x'.repeat(300)}${FIREFOX}`)).toBe(null)
})
