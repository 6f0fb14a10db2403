/** How many accounts wait for Stripe at once. Each holds a connection of the pool, and the rest of Portico needs the others. */
const MAX_CONCURRENT = 4

const queues = new Map<string, Promise<unknown>>()
const slotWaiters: (() => void)[] = []
let freeSlots = MAX_CONCURRENT

/** Runs the tasks of an account one after another, before they take a connection. A row lock does it between processes. */
export async function queueForAccount<T>(accountId: string, task: () => Promise<T>): Promise<T> {
  const previous = queues.get(accountId) ?? Promise.resolve()
  const result = previous.then(acquireSlot, acquireSlot).then(task)
  const settled = result.catch(() => {}).finally(releaseSlot)
  queues.set(accountId, settled)
  settled.finally(() => queues.get(accountId) === settled && queues.delete(accountId))
  return result
}

function acquireSlot() {
  if (freeSlots > 0) freeSlots--
  else return new Promise<void>((resolve) => slotWaiters.push(resolve))
}

function releaseSlot() {
  const next = slotWaiters.shift()
  if (next) next()
  else freeSlots++
}
