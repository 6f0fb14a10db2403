import { NotReady } from '../../../platform/http/errors.ts'

interface QueuedItem<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

const MAX_BATCH_SIZE = 500
const MAX_QUEUE_LENGTH = 10_000

/**
 * Writes the items that arrive during a write together in the next one, in their order, which is several times faster than
 * one commit for each. An error among the results rejects only that item. When `write` throws, nothing was written; if a
 * value may be the cause, the items are then written one by one, so that only the bad one is rejected.
 */
export function groupCommit<Item, Result>(write: (items: Item[]) => Promise<(Result | Error)[]>) {
  const queue: QueuedItem<Item, Result>[] = []
  let isWriting = false

  return (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      if (queue.length >= MAX_QUEUE_LENGTH) return reject(new NotReady())
      queue.push({ item, resolve, reject })
      if (isWriting) return
      isWriting = true
      // The first batch takes everything that arrives in this turn of the event loop.
      setImmediate(writeAll)
    })

  /** Starts each batch before it settles the promises of the last, so that the database does not wait for Node. */
  async function writeAll() {
    let settleLast = () => {}
    while (queue.length > 0) {
      const written = writeBatch(queue.splice(0, MAX_BATCH_SIZE))
      setImmediate(settleLast)
      settleLast = await written
    }
    isWriting = false
    settleLast()
  }

  /** Resolves after the write to a function that settles the promises. */
  async function writeBatch(batch: QueuedItem<Item, Result>[]): Promise<() => void> {
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
      if (batch.length > 1 && isCausedByValue(error)) return writeOneByOne(batch)
      return () => {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  async function writeOneByOne(batch: QueuedItem<Item, Result>[]) {
    const settleAll: (() => void)[] = []
    for (const queued of batch) settleAll.push(await writeBatch([queued]))
    return () => {
      for (const settle of settleAll) settle()
    }
  }
}

/** Whether the values of one item may have failed the whole batch. */
function isCausedByValue(error: unknown) {
  const { code = '' } = error as { code?: string }
  return DATA_OR_CONSTRAINT_ERROR.test(code)
}

/** Classes 22 and 23 of PostgreSQL's error codes. */
const DATA_OR_CONSTRAINT_ERROR = /^2[23]/
