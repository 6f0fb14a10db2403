import type { Logger } from 'pino'

/** Collects the sessions that were used and saves them in batches, so that no request waits for it. */
export interface LastSeen {
  note(sessionId: string): void
  /** Saves the collected sessions now, after those that are being saved. */
  flush(): Promise<void>
  stop(): Promise<void>
}

type Save = (sessionIds: string[]) => Promise<void>

const SAVE_INTERVAL_MS = 30_000

export function createLastSeen(save: Save, log: Logger): LastSeen {
  const seen = new Set<string>()
  const timer = setInterval(flush, SAVE_INTERVAL_MS).unref()
  let saving = Promise.resolve()

  function flush() {
    saving = saving.then(saveSeen)
    return saving
  }

  async function saveSeen() {
    const ids = [...seen]
    seen.clear()
    if (ids.length === 0) return
    try {
      await save(ids)
    } catch (error) {
      log.debug({ err: error }, 'could not save when sessions were last used')
    }
  }

  return {
    note: (sessionId) => seen.add(sessionId),
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
