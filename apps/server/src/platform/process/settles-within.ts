import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/** Whether it came within so many milliseconds. What had arrived while this process stood still counts as come. */
export function settlesWithin(milliseconds: number, promise: Promise<unknown>) {
  const settled = promise.then(
    () => true,
    () => false,
  )
  return Promise.race([settled, waitForTimeout(milliseconds)])
}

/** Timers go first: what lies on the lines is read in the turn after them. */
async function waitForTimeout(milliseconds: number) {
  await wait(milliseconds, undefined, { ref: false })
  await nextTurn()
  return false
}
