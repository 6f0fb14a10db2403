const MAX_NAME_LENGTH = 200
/** With the dot. A longer one is part of the name. */
const MAX_EXTENSION_LENGTH = 20

/**
 * The last part of a path, without invisible characters and those that change the text direction (`exe.gpj` could be shown
 * as `jpg.exe`), truncated to 200 characters. The extension stays.
 */
export function cleanFileName(given: string) {
  const visible = given.normalize('NFC').replace(INVISIBLE_CHARACTERS, '')
  const [name = ''] = visible.split(/[/\\]/).map(trim).filter(hasVisibleCharacter).slice(-1)
  return name === '' ? 'unnamed' : truncateName(name)
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

/** A name that every operating system accepts. */
export function portableFileName(given: string) {
  const name = cleanFileName(given.replace(/[<>:"/\\|?*]/g, '_'))
  return name.replace(/[. ]+$/, '_').replace(WINDOWS_DEVICE_NAME, '$1_')
}

/** Windows opens a device for these names, with any extension. */
const WINDOWS_DEVICE_NAME = /^(con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?=\s*(?:\.|$))/i

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
    const point = name.lastIndexOf('.')
    const [stem, ending] = point > 0 ? [name.slice(0, point), name.slice(point)] : [name, '']
    let distinct: string
    do distinct = `${stem} (${number++})${ending}`
    while (nextNumbers.has(distinct.toLowerCase()))
    nextNumbers.set(key, number).set(distinct.toLowerCase(), 2)
    return distinct
  }
}
