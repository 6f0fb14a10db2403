/** How much of a text is read to find its encoding. The viewer shows as much: more would make the page slow. */
export const TEXT_SAMPLE_BYTES = 512 * 1_024

/** Text of which more than this share is zero bytes is UTF-16: half of each letter's bytes is zero in European languages. */
const MIN_ZERO_SHARE = 0.2

type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** By the byte order mark, else UTF-8, else what it most likely is. The last character may be cut. */
export function detectTextEncoding(bytes: Uint8Array): { encoding: TextEncoding; isGuess: boolean } {
  const marked = markedEncoding(bytes)
  if (marked) return { encoding: marked, isGuess: false }
  const utf16 = guessUtf16(bytes)
  if (utf16) return { encoding: utf16, isGuess: true }
  return isUtf8(bytes) ? { encoding: 'utf-8', isGuess: false } : { encoding: 'windows-1252', isGuess: true }
}

/** Editors on Windows mark UTF-16 by its first two bytes. */
function markedEncoding([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

function guessUtf16(bytes: Uint8Array) {
  let even = 0
  let odd = 0
  bytes.forEach((byte, at) => {
    if (byte !== 0) return
    if (at % 2 === 0) even++
    else odd++
  })
  if (even + odd <= bytes.length * MIN_ZERO_SHARE) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

function isUtf8(bytes: Uint8Array) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
