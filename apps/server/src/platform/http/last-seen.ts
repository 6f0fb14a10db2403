import type { Logger } from 'pino'

/** Collects the sessions that were used and saves them in batches, so that no request waits for it. */
export interface LastSeen {
  note(sessionId: string, address?: string): void
  /** Saves the collected sessions now, after those that are being saved. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** The addresses of the sessions that were used, if known. */
type Save = (addresses: Map<string, string | undefined>) => Promise<void>

const SAVE_INTERVAL_MS = 30_000

export function createLastSeen(save: Save, log: Logger): LastSeen {
  let seen = new Map<string, string | undefined>()
  const timer = setInterval(flush, SAVE_INTERVAL_MS).unref()
  let saving = Promise.resolve()

  function flush() {
    saving = saving.then(saveSeen)
    return saving
  }

  async function saveSeen() {
    const used = seen
    if (used.size === 0) return
    seen = new Map()
    try {
      await save(used)
    } catch (error) {
      log.debug({ err: error }, 'could not save when sessions were last used')
    }
  }

  return {
    note: (sessionId, address) => seen.set(sessionId, address ?? seen.get(sessionId)),
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
