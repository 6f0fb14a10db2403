import { TooMuchAtOnce } from '../http/errors.ts'

export interface Turns {
  /** Undefined when the turn begins at once. Rejects when it does not begin in time, `maxWaitMs` unless another is given. */
  take(key: string, maxWaitMs?: number): Promise<void> | undefined
  end(key: string): void
}

interface Options {
  /** Turns of all keys together. */
  total?: number
  perKey: number
  maxWaitMs: number
}

interface Queue {
  running: number
  waiting: { start(): void; timer: NodeJS.Timeout }[]
}

/**
 * Limits how many turns run at once, for each key and in total. A key's turns begin in the order in which they were asked
 * for; between keys they alternate, so a key with many waiting turns does not delay another.
 */
export function createTurns({ total = Number.POSITIVE_INFINITY, perKey, maxWaitMs }: Options): Turns {
  /** In the order in which they begin their next turns. */
  const queues = new Map<string, Queue>()
  let running = 0
  let waiting = 0

  return {
    take(key, waitMs = maxWaitMs) {
      const queue = queues.get(key) ?? { running: 0, waiting: [] }
      queues.set(key, queue)
      if (running >= total || queue.running >= perKey) return wait(key, queue, waitMs)
      queue.running++
      running++
    },
    end(key) {
      const queue = queues.get(key)
      if (!queue) return
      queue.running--
      running--
      deleteIfUnused(key, queue)
      if (waiting > 0) startWaiting()
    },
  }

  function wait(key: string, queue: Queue, waitMs: number) {
    waiting++
    return new Promise<void>((start, reject) => {
      const turn = { start, timer: setTimeout(refuse, waitMs) }
      queue.waiting.push(turn)

      function refuse() {
        queue.waiting.splice(queue.waiting.indexOf(turn), 1)
        waiting--
        deleteIfUnused(key, queue)
        reject(new TooMuchAtOnce())
      }
    })
  }

  function startWaiting() {
    for (const [key, queue] of queues) {
      if (running >= total) return
      const next = queue.running < perKey ? queue.waiting.shift() : undefined
      if (!next) continue
      // To the end of the order, where this loop reaches it again.
      queues.delete(key)
      queues.set(key, queue)
      clearTimeout(next.timer)
      queue.running++
      running++
      waiting--
      next.start()
    }
  }

  function deleteIfUnused(key: string, queue: Queue) {
    if (queue.running === 0 && queue.waiting.length === 0) queues.delete(key)
  }
}
