import type { chat } from '@portico/contract'
import type { ApiError } from '../../../app/api.ts'
import { findIndexFrom, hasGap, type Thread, type ThreadEvent } from '../timeline/thread.ts'

export type ReadPage = (page: { before?: string; after?: string; limit: number }) => Promise<chat.Message[]>

const FIRST = 50
const MORE = 200
/** How long until what could not be read is asked for again, in milliseconds. */
const AGAIN = 3_000

/** Reads what is missing: the newest, then what follows on it, until nothing does. One request at a time. */
export function createHistoryLoader(
  read: ReadPage,
  held: () => Thread,
  tell: (happening: ThreadEvent) => void,
  onFailure: (failure: ApiError) => void,
) {
  let running: Promise<void> | undefined
  let wanted = false
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Whoever asks while we read is answered by another reading. */
  function begin() {
    wanted = true
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }

  async function run() {
    clearTimeout(timer)
    try {
      while (wanted && !stopped) {
        wanted = false
        if (await next()) wanted = true
      }
    } catch (error) {
      if (stopped) return
      console.error('The messages did not load', error)
      onFailure(error as ApiError)
      if ((error as ApiError).status !== 404) timer = setTimeout(begin, AGAIN * (1 + Math.random()))
    }
  }

  /** True when there is more to read. */
  async function next() {
    const { messages: stored, completeTo } = held()
    const last = completeTo > 0 ? stored[findIndexFrom(stored, completeTo)] : undefined
    if (!last) {
      const messages = await read({ limit: FIRST })
      if (!stopped) tell({ is: 'newest', messages, hasOlder: messages.length === FIRST })
      return hasGap(held())
    }
    const messages = await readFrom({ after: last.id })
    if (!messages) return true
    if (!stopped) tell({ is: 'missed', messages })
    // A page that brings nothing closes no gap: then what stands beyond it comes with the next news.
    return messages.length === MORE || (messages.length > 0 && hasGap(held()))
  }

  /** Nothing when the server does not know where from: then there is nothing held any more. */
  async function readFrom(cursor: { before: string } | { after: string }) {
    try {
      return await read({ ...cursor, limit: MORE })
    } catch (error) {
      if ((error as ApiError).code !== 'CURSOR_NOT_KNOWN') throw error
      if (!stopped) tell({ is: 'forgotten' })
    }
  }

  return {
    begin,
    fillGaps() {
      if (held().hasOlder !== undefined && hasGap(held())) begin()
    },
    /** True when it worked. */
    async older() {
      const [first] = held().messages
      if (!first) return true
      try {
        const messages = await readFrom({ before: first.id })
        if (!messages) void begin()
        else if (!stopped) tell({ is: 'older', messages, hasOlder: messages.length === MORE })
        return true
      } catch {
        return false
      }
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
