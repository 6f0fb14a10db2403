/** One file on its way up. What is done leaves the queue and stands in the list. */
export interface Upload {
  id: string
  name: string
  size: number
  /**
   * - `waiting` for its turn
   * - `sending`
   * - `lost`: the line broke; it goes on by itself when that is back
   * - `left`: begun before this page was loaded; goes on when the same file is chosen again
   * - `failed` for good, unless somebody tries again
   */
  state: 'waiting' | 'sending' | 'lost' | 'left' | 'failed'
  /** Bytes that have gone out. */
  sent: number
  /** Bytes a second, of late; 0 while that is not known. */
  speed: number
  /** What `speed` was last taken from. */
  since?: { at: number; sent: number }
  /** Why it failed, as a sentence. */
  reason?: string
  /** Trying again may help. */
  again?: boolean
  /** Absent when only the person has it: the browser forgets files with the page. */
  file?: File
}

export type Queue = readonly Upload[]

export type Happening =
  | { type: 'added'; uploads: Upload[] }
  | { type: 'began' | 'lost' | 'retried' | 'removed'; id: string }
  | { type: 'progressed'; id: string; sent: number; at: number }
  | { type: 'failed'; id: string; reason: string; again: boolean }

/** So many at a time: one large file does not hold up a small one, and a phone's line is not torn apart. */
const AT_ONCE = 2

export function afterwards(queue: Queue, happening: Happening): Queue {
  if (happening.type === 'added') return added(queue, happening.uploads)
  if (happening.type === 'removed') return queue.filter(({ id }) => id !== happening.id)
  return queue.map((upload) => (upload.id === happening.id ? changed(upload, happening) : upload))
}

/** Whose turn it is. Nothing begins twice: what has begun no longer waits. */
export function toBegin(queue: Queue): Upload[] {
  const busy = queue.filter(({ state }) => state === 'sending' || state === 'lost').length
  return queue.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, AT_ONCE - busy))
}

export const isActive = ({ state }: Upload) => state === 'waiting' || state === 'sending' || state === 'lost'

/** A file chosen again takes the place of what was left of it, or of what failed; one that is under way is not begun twice. */
function added(queue: Queue, uploads: Upload[]): Queue {
  const isUnderWay = (id: string) => queue.some((known) => known.id === id && isActive(known))
  const fresh = new Map(uploads.filter(({ id }) => !isUnderWay(id)).map((upload) => [upload.id, upload]))
  const replaced = queue.map((known) => fresh.get(known.id) ?? known)
  for (const { id } of queue) fresh.delete(id)
  return [...replaced, ...fresh.values()]
}

type Change = Exclude<Happening, { type: 'added' }>

function changed(upload: Upload, happening: Change): Upload {
  const { since: _since, reason: _reason, again: _again, ...rest } = upload
  switch (happening.type) {
    case 'began':
      return { ...rest, state: 'sending', speed: 0 }
    case 'lost':
      return { ...rest, state: 'lost', speed: 0 }
    case 'retried':
      return { ...rest, state: upload.file ? 'waiting' : 'left', speed: 0 }
    case 'failed':
      return { ...rest, state: 'failed', speed: 0, reason: happening.reason, again: happening.again }
    case 'progressed':
      return { ...upload, state: 'sending', sent: happening.sent, ...paced(upload, happening) }
    default:
      return upload
  }
}

const OFTEN_ENOUGH = 500

/** The speed of the last seconds, smoothed, so that the time left does not jump. */
function paced({ since, speed }: Upload, { sent, at }: { sent: number; at: number }) {
  // Going on elsewhere than where it stopped says nothing about the line.
  if (!since || sent < since.sent) return { since: { at, sent }, speed }
  const elapsed = at - since.at
  if (elapsed < OFTEN_ENOUGH) return {}
  const now = ((sent - since.sent) / elapsed) * 1_000
  return { since: { at, sent }, speed: speed > 0 ? 0.6 * speed + 0.4 * now : now }
}
