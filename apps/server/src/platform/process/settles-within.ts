import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/** Whether it came within so many milliseconds. What had arrived while this process stood still counts as come. */
export function settlesWithin(milliseconds: number, asked: Promise<unknown>) {
  const came = asked.then(
    () => true,
    () => false,
  )
  return Promise.race([came, isLate(milliseconds)])
}

/** Timers go first: what lies on the lines is read in the turn after them. */
async function isLate(milliseconds: number) {
  await wait(milliseconds, undefined, { ref: false })
  await nextTurn()
  return false
}
