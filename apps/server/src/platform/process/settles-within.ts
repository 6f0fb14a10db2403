import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/** Results that arrived while the event loop was blocked still count. */
export function settlesWithin(milliseconds: number, promise: Promise<unknown>) {
  const settled = promise.then(
    () => true,
    () => false,
  )
  return Promise.race([settled, waitForTimeout(milliseconds)])
}

/** Node runs timers before it reads from connections, so this waits for one more turn of the event loop. */
async function waitForTimeout(milliseconds: number) {
  await wait(milliseconds, undefined, { ref: false })
  await nextTurn()
  return false
}
