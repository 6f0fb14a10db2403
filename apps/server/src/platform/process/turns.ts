import { NotReady } from '../http/errors.ts'

/** Runs so many pieces of work at once; the rest wait their turn, but not for ever. */
export function takeTurns({ atOnce, patience }: { atOnce: number; patience: number }) {
  const waiting: { since: number; go(): void; giveUp(): void }[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else
      await new Promise<void>((go, no) =>
        waiting.push({ since: Date.now(), go, giveUp: () => no(new NotReady()) }),
      )
    try {
      return await work()
    } finally {
      next()
    }
  }

  /** Hands the place on to whoever has waited longest and still has a use for it. */
  function next() {
    for (let first = waiting.shift(); first; first = waiting.shift()) {
      if (Date.now() - first.since < patience) return first.go()
      first.giveUp()
    }
    running--
  }
}
