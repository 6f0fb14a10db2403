/** In characters, and in bytes of UTF-8. Linux takes 255 bytes; the rest is left for what programs add to a name. */
const MAX_NAME_LENGTH = 200

/**
 * The last part of a path, without invisible characters and those that change the text direction (`exe.gpj` could be shown
 * as `jpg.exe`), truncated to 200 characters and 200 bytes. The extension stays.
 */
export function cleanFileName(given: string) {
  return truncateFileName(visibleParts(given).at(-1) ?? 'unnamed')
}

/**
 * The new name of a file. A slash, as in `24/7 sign.png`, does not make it a path. Keeps the extension if it was left
 * out. Undefined when nothing visible is left.
 */
export function cleanNewFileName(given: string, current: string) {
  const name = visibleParts(given).join('-')
  if (name === '') return undefined
  const [, extension = ''] = EXTENSION.exec(current) ?? []
  const isLeftOut = !EXTENSION_WITH_LETTER.test(name) && !name.endsWith(extension)
  return truncateFileName(isLeftOut ? name.replace(/[.\s]+$/, '') + extension : name)
}

/** A longer ending is part of the name. */
const EXTENSION = /[^.]((?:\.tar)?\.[^.\s]{1,19})$/iu
/** `v1.2` is the end of a name, `.mp3` an extension. */
const EXTENSION_WITH_LETTER = /[^.]\.(?=\d*[a-z])[a-z\d]{1,19}$/i

function visibleParts(path: string) {
  const visible = path.normalize('NFC').replace(INVISIBLE_CHARACTERS, '')
  return visible.split(/[/\\]/).map(trim).filter(hasVisibleCharacter)
}

// Joiners stay, because emoji and some scripts need them.
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c\u2028\u2029\ufeff]/gu

function trim(part: string) {
  return part.trim()
}

function hasVisibleCharacter(part: string) {
  return !/^[.\s\p{Default_Ignorable_Code_Point}]*$/u.test(part)
}

/** Shortens the stem of a name that was stored before the limit. */
export function truncateFileName(name: string) {
  return addToStem(name, '')
}

/** `menu (version 2).pdf` */
export const versionFileName = (name: string, version: number) => addToStem(name, ` (version ${version})`)

/** Adds text in front of the extension. Truncates the stem, so that the whole is a valid name. */
function addToStem(name: string, text: string) {
  const [, extension = ''] = EXTENSION.exec(name) ?? []
  const stem = name.slice(0, name.length - extension.length)
  const rest = text + extension
  const maxLength = MAX_NAME_LENGTH - [...rest].length
  const maxBytes = MAX_NAME_LENGTH - encoder.encode(rest).length
  const start = [...stem].slice(0, maxLength).join('')
  const { read } = encoder.encodeInto(start, new Uint8Array(maxBytes))
  if (read === stem.length) return stem + rest
  // A joiner at the end would connect nothing.
  return start.slice(0, read).replace(/[\s\u200d]+$/, '') + rest
}

const encoder = new TextEncoder()

/** Makes names distinct, also in a file system that ignores case: `menu.pdf`, `menu (2).pdf`. */
export function createNameDeduplicator() {
  /** The number to try for the next file with the same name, by the name in lower case. */
  const nextNumbers = new Map<string, number>()

  return (name: string) => {
    const key = name.toLowerCase()
    let number = nextNumbers.get(key)
    if (number === undefined) {
      nextNumbers.set(key, 2)
      return name
    }
    let distinct: string
    do distinct = addToStem(name, ` (${number++})`)
    while (nextNumbers.has(distinct.toLowerCase()))
    nextNumbers.set(key, number).set(distinct.toLowerCase(), 2)
    return distinct
  }
}

/**
 * Whether a phone or camera gives this name to different pictures: an iPhone calls chosen photos `image.jpg`, and
 * cameras count from 1 again. The same name then says nothing about the contents.
 */
export const isCameraFileName = (name: string) => CAMERA_NAME.test(name)

const CAMERA_NAME =
  /^(?:image|fullsizerender|(?:img|mov|mvi|vid|_?dsc|dscn|dscf|_mg|dji|gopr|pict|cimg|imgp|p\d)_?e?\d{3,})\.(?:jpe?g|png|heic|heif|dng|mov|mp4)$/i
