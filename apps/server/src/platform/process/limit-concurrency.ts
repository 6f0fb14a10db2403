import { NotReady } from '../http/errors.ts'

interface Options {
  maxConcurrent: number
  maxWaitMs: number
}

/** Runs a limited number of tasks at once, in the order of their arrival. One that had to wait too long is refused. */
export function limitConcurrency({ maxConcurrent, maxWaitMs }: Options) {
  const waiting: { since: number; start(): void; refuse(): void }[] = []
  let running = 0

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < maxConcurrent) running++
    else
      await new Promise<void>((start, reject) =>
        waiting.push({ since: Date.now(), start, refuse: () => reject(new NotReady()) }),
      )
    try {
      return await task()
    } finally {
      startNext()
    }
  }

  /** The next task takes over the place of the one that ended. */
  function startNext() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (Date.now() - next.since < maxWaitMs) return next.start()
      next.refuse()
    }
    running--
  }
}
