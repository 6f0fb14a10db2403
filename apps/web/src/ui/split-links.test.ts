import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitLinks } from './split-links.ts'

const linksIn = (text: string) =>
  splitLinks(text).flatMap(({ text: shown, href }) => (href ? [[shown, href]] : []))

test('links web and email addresses', () => {
  expect(linksIn('See https://example.com/a?b=1#c, please.')).toEqual([
    ['https://example.com/a?b=1#c', 'https://example.com/a?b=1#c'],
  ])
  expect(linksIn('www.example.com or maya@example.com')).toEqual([
    ['www.example.com', 'https://www.example.com'],
    ['maya@example.com', 'mailto:maya@example.com'],
  ])
})

test('does not link other schemes, file names or HTML', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,<b>',
    'ftp://example.com',
    'file:///etc/passwd',
    'notes.md',
    '<a href="x">x</a>',
  ])
    expect(linksIn(text)).toEqual([])
})

test('keeps the whole text', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.emailAddress(), fc.constantFrom(' ', '\n')),
        { maxLength: 6 },
      ),
      (pieces) => {
        const text = pieces.join('')
        expect(
          splitLinks(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      },
    ),
  )
})
