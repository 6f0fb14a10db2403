import { detectTextEncoding } from '@portico/contract'

export interface DecodedText {
  text: string
  /** The name of the encoding when nothing in the text confirms it. */
  guessedEncoding: string | undefined
}

/** A character that is cut at the end is left out. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const { encoding, isGuess } = detectTextEncoding(bytes)
  const text = new TextDecoder(encoding).decode(bytes, { stream: true })
  const name = encoding === 'windows-1252' ? 'Windows-1252' : 'UTF-16'
  return { text, guessedEncoding: isGuess ? name : undefined }
}
