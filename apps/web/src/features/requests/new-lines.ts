import { isBlank, type requests } from '@portico/contract'
import { createRandomId } from '../../app/random-id.ts'
import type { PastedLine } from './paste-list.ts'

/** The values of one row in the form for new requests. */
export interface NewLine {
  /** The React key, which stays the same when rows above are removed. */
  key: number
  title: string
  details?: string
  kind: requests.RequestKind
  dueDate: string
  /** With this id, a request that is sent again after a lost response is added once. A changed row gets a new id. */
  id?: string
}

const emptyLine = (key: number, kind: requests.RequestKind): NewLine => ({
  key,
  title: '',
  kind,
  dueDate: '',
})

const nextKey = (lines: readonly NewLine[]) => Math.max(0, ...lines.map(({ key }) => key)) + 1

export const isFilled = ({ title }: NewLine) => !isBlank(title)

/** The last line is always empty: the next request is typed there. */
export function withEmptyLast(lines: readonly NewLine[]): NewLine[] {
  const last = lines.at(-1)
  if (last && !isFilled(last)) return [...lines]
  return [...lines, emptyLine(nextKey(lines), last?.kind ?? 'file')]
}

export const changeLine = (lines: readonly NewLine[], key: number, part: Partial<NewLine>) =>
  lines.map((line) => (line.key === key ? { ...line, ...part, id: createRandomId() } : line))

export function withoutLines(lines: readonly NewLine[], removed: readonly NewLine[]) {
  const left = lines.filter(({ key }) => !removed.some((line) => line.key === key))
  return left.some(isFilled) ? left : []
}

/** Pasted lines replace an empty row, or follow one with text. They get its kind. */
export function pasteLines(lines: readonly NewLine[], key: number, pasted: readonly PastedLine[]): NewLine[] {
  const first = nextKey(lines)
  return lines.flatMap((line) => {
    if (line.key !== key) return [line]
    const added = pasted.map((one, index) => ({
      ...emptyLine(first + index, line.kind),
      ...one,
      id: createRandomId(),
    }))
    return isFilled(line) ? [line, ...added] : added
  })
}

export const toNewRequest = ({ title, details, kind, dueDate, id }: NewLine): requests.NewRequest => ({
  title: title.trim(),
  ...(details && { details }),
  kind,
  dueDate: dueDate || null,
  ...(id && { clientRequestId: id }),
})
