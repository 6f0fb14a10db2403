import { NotReady } from '../http/errors.ts'

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/** So many go together at most, and so many may wait. */
const BATCH = 500
const QUEUE = 10_000

/**
 * Writes what arrives while a write is in flight together in the next one, in the order in which it came. One statement
 * and one commit serve them all, which is several times faster than one each, and no two writes can overtake each other.
 * Two items of the same name never go together: the second has to see what became of the first, and is passed by whatever
 * else waits, or one who says the same again and again would keep everybody waiting. What `write` answers with an error is
 * refused alone; when it throws, nothing of the batch was written.
 */
export function groupCommit<Item, Result>(
  write: (items: Item[]) => Promise<(Result | Error)[]>,
  nameOf: (item: Item) => string | null,
) {
  let queue: Waiting<Item, Result>[] = []
  let busy = false

  return (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      if (queue.length >= QUEUE) return reject(new NotReady())
      queue.push({ item, resolve, reject })
      if (busy) return
      busy = true
      // Whatever else this turn of the event loop brings goes along.
      setImmediate(writeAll)
    })

  /** The next batch is under way before the last is answered: neither the database nor we wait for the other. */
  async function writeAll() {
    let answer = () => {}
    while (queue.length > 0) {
      const written = settle(nextBatch())
      // On its way only when it has got its connection.
      setImmediate(answer)
      answer = await written
    }
    busy = false
    answer()
  }

  function nextBatch() {
    const names = new Set<string>()
    const batch: typeof queue = []
    const passed: typeof queue = []
    for (const waiting of queue) {
      if (batch.length === BATCH) break
      const name = nameOf(waiting.item)
      const isSecond = name !== null && names.has(name)
      if (name !== null) names.add(name)
      if (isSecond) passed.push(waiting)
      else batch.push(waiting)
    }
    queue = [...passed, ...queue.slice(batch.length + passed.length)]
    return batch
  }

  /** Resolves once it is decided what became of them, to what tells them so. */
  async function settle(batch: Waiting<Item, Result>[]): Promise<() => void> {
    try {
      const results = await write(batch.map(({ item }) => item))
      return () => {
        for (const [index, { resolve, reject }] of batch.entries()) {
          const result = results[index] as Result | Error
          if (result instanceof Error) reject(result)
          else resolve(result)
        }
      }
    } catch (error) {
      if (batch.length > 1 && isFaultOfOne(error)) return settleOneByOne(batch)
      return () => {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  async function settleOneByOne(batch: Waiting<Item, Result>[]) {
    const answers: (() => void)[] = []
    for (const one of batch) answers.push(await settle([one]))
    return () => {
      for (const answer of answers) answer()
    }
  }
}

/** Whether one of a batch alone may be to blame for its failure: what was given, not what became of the database. */
function isFaultOfOne(error: unknown) {
  const { code = '' } = error as { code?: string }
  return CLASSES_OF_VALUES.test(code)
}

/** PostgreSQL's own: a datum that is none, a constraint that is broken. */
const CLASSES_OF_VALUES = /^2[23]/
