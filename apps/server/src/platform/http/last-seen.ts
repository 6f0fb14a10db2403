import type { Logger } from 'pino'

/** When each session was last used, gathered here and written down together: a request never waits for it. */
export interface LastSeen {
  note(sessionId: string): void
  /** Writes down what was gathered, at once. */
  flush(): Promise<void>
  stop(): Promise<void>
}

type Save = (sessionIds: string[]) => Promise<void>

const INTERVAL = 30_000

export function gatherLastSeen(save: Save, log: Logger): LastSeen {
  const seen = new Set<string>()
  const timer = setInterval(flush, INTERVAL).unref()

  async function flush() {
    const ids = [...seen]
    seen.clear()
    if (ids.length === 0) return
    try {
      await save(ids)
    } catch (error) {
      log.debug({ err: error }, 'could not write down who was seen')
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
