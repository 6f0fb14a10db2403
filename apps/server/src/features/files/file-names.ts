const MOST = 200
/** What is behind the last point counts as the ending up to this length. */
const LONGEST_ENDING = 20

/**
 * The name that a file is shown under: what stands behind the last slash of either kind, without what cannot be seen or
 * turns the writing direction (`exe.gpj` must not read `jpg.exe`), cut to 200 characters with its ending. Never a path.
 */
export function cleanFileName(given: string) {
  const visible = given.normalize('NFC').replace(UNSEEN, '')
  const [name = ''] = visible.split(/[/\\]/).map(trimmed).filter(isSomething).slice(-1)
  return name === '' ? 'unnamed' : cut(name)
}

// Control characters, and marks that change the direction of what follows. Joiners stay: emoji and scripts need them.
const UNSEEN = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c\u2028\u2029\ufeff]/gu

function trimmed(part: string) {
  return part.trim()
}

function isSomething(part: string) {
  return !/^[.\s\p{Default_Ignorable_Code_Point}]*$/u.test(part)
}

function cut(name: string) {
  const letters = [...name]
  if (letters.length <= MOST) return name
  const point = letters.lastIndexOf('.')
  const ending = point > 0 && letters.length - point <= LONGEST_ENDING ? letters.slice(point) : []
  return [...letters.slice(0, MOST - ending.length), ...ending].join('')
}

/** A name that a file can be saved under on any system: some take `Q: menu?` for a place, or do not take it at all. */
export function portableFileName(given: string) {
  const name = cleanFileName(given.replace(/[<>:"/\\|?*]/g, '_'))
  return name.replace(/[. ]+$/, '_').replace(DEVICE, '$1_')
}

/** Windows takes these for a device, whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?=\s*(?:\.|$))/i

/** Names in one folder must differ, whatever the case: `menu.pdf`, `menu (2).pdf`. */
export function createNameDeduplicator() {
  /** Each name that is taken, and the number that its next namesake is tried with. */
  const numbers = new Map<string, number>()

  return (name: string) => {
    const same = name.toLowerCase()
    let number = numbers.get(same)
    if (number === undefined) {
      numbers.set(same, 2)
      return name
    }
    const point = name.lastIndexOf('.')
    const [stem, ending] = point > 0 ? [name.slice(0, point), name.slice(point)] : [name, '']
    let distinct: string
    do distinct = `${stem} (${number++})${ending}`
    while (numbers.has(distinct.toLowerCase()))
    numbers.set(same, number).set(distinct.toLowerCase(), 2)
    return distinct
  }
}
