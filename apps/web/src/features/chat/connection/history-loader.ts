import type { chat } from '@portico/contract'
import type { ApiError } from '../../../app/api.ts'
import { findIndexFrom, hasGap, type Thread } from '../timeline/thread.ts'
import type { TimelineEvent } from '../timeline/timeline-state.ts'

export type ReadPage = (page: { before?: string; after?: string; limit: number }) => Promise<chat.Message[]>

interface HistoryOptions {
  readPage: ReadPage
  getThread(): Thread
  dispatch(event: TimelineEvent): void
}

const FIRST_PAGE_SIZE = 50
const PAGE_SIZE = 200
const RETRY_DELAY_MS = 3_000
/** Browsers may suspend a tab that is hidden for longer than this, and it misses messages. */
const HIDDEN_LIMIT_MS = 60_000

export function createHistoryLoader({ readPage, getThread, dispatch }: HistoryOptions) {
  let running: Promise<void> | undefined
  let isRequested = false
  let isStopped = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let hiddenSince: number | undefined

  /** Loads what is missing, one request at a time. A call during a run adds a round to that run. */
  function load() {
    isRequested = true
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }

  async function run() {
    clearTimeout(retryTimer)
    try {
      while (isRequested && !isStopped) {
        isRequested = false
        if (await loadNextPage()) isRequested = true
      }
    } catch (error) {
      if (isStopped) return
      console.error('The messages did not load', error)
      dispatch({ type: 'loadFailed', error: error as ApiError })
      if ((error as ApiError).status !== 404)
        retryTimer = setTimeout(load, RETRY_DELAY_MS * (1 + Math.random()))
    }
  }

  async function loadNextPage() {
    const { messages: loaded, completeTo } = getThread()
    const last = completeTo > 0 ? loaded[findIndexFrom(loaded, completeTo)] : undefined
    if (!last) {
      const messages = await readPage({ limit: FIRST_PAGE_SIZE })
      const hasOlder = messages.length === FIRST_PAGE_SIZE
      if (!isStopped) dispatch({ type: 'newestLoaded', messages, hasOlder })
      return hasGap(getThread())
    }
    const messages = await readPageFrom({ after: last.id })
    if (!messages) return true
    if (!isStopped) dispatch({ type: 'missedLoaded', messages })
    // An empty page cannot close a gap; the next live message starts another try.
    return messages.length === PAGE_SIZE || (messages.length > 0 && hasGap(getThread()))
  }

  /** Returns nothing when the server does not know the cursor. The thread is then loaded from the start. */
  async function readPageFrom(cursor: { before: string } | { after: string }) {
    try {
      return await readPage({ ...cursor, limit: PAGE_SIZE })
    } catch (error) {
      if ((error as ApiError).code !== 'CURSOR_NOT_KNOWN') throw error
      if (!isStopped) dispatch({ type: 'cleared' })
    }
  }

  function loadAfterLongHiding() {
    if (document.hidden) hiddenSince = Date.now()
    else if (hiddenSince !== undefined && Date.now() - hiddenSince > HIDDEN_LIMIT_MS) load()
    if (!document.hidden) hiddenSince = undefined
  }

  document.addEventListener('visibilitychange', loadAfterLongHiding)

  return {
    load,
    loadGap() {
      if (getThread().hasOlder !== undefined && hasGap(getThread())) load()
    },
    async loadOlder() {
      const [first] = getThread().messages
      if (!first) return true
      try {
        const messages = await readPageFrom({ before: first.id })
        if (!messages) void load()
        else if (!isStopped)
          dispatch({ type: 'olderLoaded', messages, hasOlder: messages.length === PAGE_SIZE })
        return true
      } catch {
        return false
      }
    },
    stop() {
      isStopped = true
      clearTimeout(retryTimer)
      document.removeEventListener('visibilitychange', loadAfterLongHiding)
    },
  }
}
