import { isBlank } from '@portico/contract'

export interface PastedLine {
  title: string
  /** The whole line, if it is too long for a title. */
  details?: string
}

const MAX_TITLE_LENGTH = 200
/** `- `, `• `, `[ ] `, `☐ `, `1. `, `2) `, `(3) `. */
const MARKER = /^(?:[-*•·–—◦▪‣]\s+)?(?:\[[ xX]?\]\s+|[☐☑☒✓✔]\s*)?(?:\(?\d{1,3}[.)]\s+)?/u

/** One request for each line of a list, without the list's own marks. */
export function splitPastedList(text: string): PastedLine[] {
  return text
    .split(/[\n\r\u2028\u2029]+/)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim().replace(MARKER, ''))
    .filter((line) => !isBlank(line))
    .map(toPastedLine)
}

function toPastedLine(line: string): PastedLine {
  const characters = [...line]
  if (characters.length <= MAX_TITLE_LENGTH) return { title: line }
  const start = characters.slice(0, MAX_TITLE_LENGTH - 1).join('')
  const lastSpace = start.lastIndexOf(' ')
  // Splits a word that is nearly as long as the title.
  const title = lastSpace > start.length / 2 ? start.slice(0, lastSpace) : start
  return { title: `${title}…`, details: line }
}
