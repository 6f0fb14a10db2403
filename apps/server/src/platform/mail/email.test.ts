import { expect, test } from 'vitest'
import { nameInEmail, titleInSubject } from './email.ts'

test.for([
  ['Ada Marsh', 'Ada Marsh'],
  ['Ada\r\nBcc: c@d', 'Ada Bcc: c@d'],
  ['PayPal paypa1-secure.com/verify', 'PayPal paypa1-secure. com/verify'],
  ['ada@evil.com', 'ada@ evil. com'],
  ['M'.repeat(200), `${'M'.repeat(60)}…`],
  ['👩‍🎨'.repeat(3), '👩‍🎨'.repeat(3)],
] as const)('shows the stored name %s as %s', ([name, shown]) => {
  expect(nameInEmail(name)).toBe(shown)
})

test('shortens a title in a subject, and keeps the names of files whole', () => {
  expect(titleInSubject('menu.zip')).toBe('menu.zip')
  expect(titleInSubject('see www.evil.com '.repeat(20))).toMatch(/^see www\. evil\.com .{1,60}…$/)
})
