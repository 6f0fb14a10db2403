interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

type Failure = Error & { code?: string }

interface Options<Item> {
  /** Two items of the same name never go together: the second has to see what became of the first. */
  nameOf(item: Item): string | null
  /** Whether a failed batch is worth another try as it is, because it only lost a race. */
  lostARace(error: Failure): boolean
  /** Whether one of a batch alone may be to blame for its failure. */
  isFaultOfOne(error: Failure): boolean
  /** Said to whoever comes when too many wait already. */
  overloaded(): Error
}

/** So many go together at most, and so many may wait. */
const BATCH = 500
const QUEUE = 10_000

/**
 * Writes what arrives while a write is in flight together in the next one, in the order in which it came. One statement
 * and one commit serve them all, which is several times faster than one each, and no two writes can overtake each other.
 */
export function groupCommit<Item, Result>(
  write: (items: Item[]) => Promise<Result[]>,
  { nameOf, lostARace, isFaultOfOne, overloaded }: Options<Item>,
) {
  let queue: Waiting<Item, Result>[] = []
  let busy = false

  return (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      if (queue.length >= QUEUE) return reject(overloaded())
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
      // On its way only when this turn of the event loop ends.
      setImmediate(answer)
      answer = await written
    }
    busy = false
    answer()
  }

  function nextBatch() {
    const names = new Set<string>()
    let size = 0
    for (const { item } of queue) {
      const name = nameOf(item)
      if (size === BATCH || (name !== null && names.has(name))) break
      if (name !== null) names.add(name)
      size++
    }
    const batch = queue.slice(0, size)
    queue = queue.slice(size)
    return batch
  }

  /** Resolves once it is decided what became of them, to what tells them so. */
  async function settle(batch: Waiting<Item, Result>[]): Promise<() => void> {
    try {
      const results = await writeOnceMore(batch.map(({ item }) => item))
      return () => {
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
      }
    } catch (error) {
      if (batch.length > 1 && isFaultOfOne(error as Failure)) return settleOneByOne(batch)
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

  async function writeOnceMore(items: Item[]) {
    try {
      return await write(items)
    } catch (error) {
      if (!lostARace(error as Failure)) throw error
      return write(items)
    }
  }
}

/** PostgreSQL's own word for it: what was given, not what became of the database (its classes 22 and 23). */
export function isFaultOfValues({ code = '' }: Failure) {
  return /^2[23]/.test(code)
}
