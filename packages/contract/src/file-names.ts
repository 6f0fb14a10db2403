const MAX_NAME_LENGTH = 200
/** With the dot. A longer one is part of the name. */
const MAX_EXTENSION_LENGTH = 20

/**
 * The last part of a path, without invisible characters and those that change the text direction (`exe.gpj` could be shown
 * as `jpg.exe`), truncated to 200 characters. The extension stays.
 */
export function cleanFileName(given: string) {
  return truncateName(visibleParts(given).at(-1) ?? 'unnamed')
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
  return truncateName(isLeftOut ? name.replace(/[.\s]+$/, '') + extension : name)
}

const EXTENSION = /[^.]((?:\.tar)?\.[^.\s]{1,19})$/i
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

function truncateName(name: string) {
  const characters = [...name]
  if (characters.length <= MAX_NAME_LENGTH) return name
  const dot = characters.lastIndexOf('.')
  const ending = dot > 0 && characters.length - dot <= MAX_EXTENSION_LENGTH ? characters.slice(dot) : []
  return [...characters.slice(0, MAX_NAME_LENGTH - ending.length), ...ending].join('')
}

/** `menu (version 2).pdf` */
export const versionFileName = (name: string, version: number) => addToStem(name, `version ${version}`)

function addToStem(name: string, text: string) {
  const point = name.lastIndexOf('.')
  const [stem, ending] = point > 0 ? [name.slice(0, point), name.slice(point)] : [name, '']
  return `${stem} (${text})${ending}`
}

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
    do distinct = addToStem(name, String(number++))
    while (nextNumbers.has(distinct.toLowerCase()))
    nextNumbers.set(key, number).set(distinct.toLowerCase(), 2)
    return distinct
  }
}
