/** Latin text needs no `Intl`, whose first use takes 0.1 s on a phone. */
const LATIN_START = /^[ -\u02ff](?![^ -\u02ff])/

/** The first letter of a name, or its first emoji as a whole. */
export function initialOf(name: string) {
  const text = name.trim()
  const initial = LATIN_START.test(text) ? text.charAt(0) : charactersOf(text.slice(0, 50))[0]
  return initial?.toLocaleUpperCase('en-GB') ?? ''
}

/** Truncates a text to so many code points, between two characters. */
export function truncate(text: string, most: number) {
  if ([...text].length <= most) return text
  let start = ''
  let length = 0
  for (const character of charactersOf(text)) {
    length += [...character].length
    if (length > most) break
    start += character
  }
  return `${start.trimEnd()}…`
}

/** Characters as people count them: an emoji may have ten code points. */
const charactersOf = (text: string) =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
