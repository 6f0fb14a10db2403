/** Text of which more than this share is zero bytes is UTF-16: half of each letter's bytes is zero in European languages. */
const MIN_ZERO_SHARE = 0.2

export interface DecodedText {
  text: string
  /** The name of the encoding when nothing in the text confirms it. */
  guessedEncoding: string | undefined
}

/** Reads text by its byte order mark, else as UTF-8, else as what it most likely is. The last character may be cut. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = markedEncoding(bytes)
  if (marked) return { text: decode(bytes, marked), guessedEncoding: undefined }
  const utf16 = guessUtf16(bytes)
  if (utf16) return { text: decode(bytes, utf16), guessedEncoding: 'UTF-16' }
  try {
    return { text: decode(bytes, 'utf-8', true), guessedEncoding: undefined }
  } catch {
    return { text: decode(bytes, 'windows-1252'), guessedEncoding: 'Windows-1252' }
  }
}

/** As a stream, so that a character that is cut at the end is left out. */
function decode(bytes: Uint8Array, encoding: string, fatal = false) {
  return new TextDecoder(encoding, { fatal }).decode(bytes, { stream: true })
}

/** Editors on Windows mark UTF-16 by its first two bytes. */
function markedEncoding([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

function guessUtf16(bytes: Uint8Array) {
  const zeros = [0, 0] as [number, number]
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) zeros[at % 2 === 0 ? 0 : 1]++
  const [even, odd] = zeros
  if (even + odd <= bytes.length * MIN_ZERO_SHARE) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}
