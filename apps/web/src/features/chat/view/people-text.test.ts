import { expect, test } from 'vitest'
import { seenText, typingText } from './people-text.ts'

const maya = { id: 'c1', name: 'Maya Whitcombe', seen: 4 }
const sam = { id: 'c2', name: 'Sam Reed', seen: 2 }
const lin = { id: 'c3', name: 'Lin Ito', seen: 0 }

test('names who of several people has seen a message, and nobody where there is one', () => {
  expect(seenText([maya], 4)).toBe('Seen')
  expect(seenText([], 4)).toBe('Seen')
  expect(seenText([maya, sam, lin], 4)).toBe('Seen by Maya')
  expect(seenText([maya, sam, lin], 2)).toBe('Seen by Maya and Sam')
  expect(seenText([maya, sam, { ...lin, seen: 2 }], 2)).toBe('Seen by Maya, Sam and Lin')
})

test('names everybody who types', () => {
  expect(typingText(['Maya Whitcombe'])).toBe('Maya is typing')
  expect(typingText(['Maya Whitcombe', 'Sam Reed'])).toBe('Maya and Sam are typing')
})
