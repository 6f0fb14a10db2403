import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const text = 'Größe – 12 €'
const utf16 = (isBigEndian: boolean, given = text) => {
  const bytes = Buffer.from(given, 'utf16le')
  return isBigEndian ? bytes.swap16() : bytes
}
const windows1252 = Buffer.from('Gr\xf6\xdfe \x96 12 \x80', 'latin1')

test.for([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
  ['little-endian UTF-16 with a byte order mark', utf16(false, `\ufeff${text}`)],
  ['big-endian UTF-16 with a byte order mark', utf16(true, `\ufeff${text}`)],
] as const)('reads %s, and names nothing', ([, bytes]) => {
  expect(decodeText(bytes)).toEqual({ text, guessedEncoding: undefined })
})

test.for([
  ['Windows-1252', windows1252],
  ['UTF-16', utf16(false)],
  ['UTF-16', utf16(true)],
] as const)('names %s, which nothing in the text confirms', ([guessedEncoding, bytes]) => {
  expect(decodeText(bytes)).toEqual({ text, guessedEncoding })
})

test('reads UTF-8 that is cut within its last character', () => {
  expect(decodeText(Buffer.from('12 €').subarray(0, -1))).toEqual({ text: '12 ', guessedEncoding: undefined })
})
