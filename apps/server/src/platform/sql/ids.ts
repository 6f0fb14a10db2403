import { v7 } from 'uuid'

const BYTES = 16
/** Random bytes are fetched for many ids at once: a system call for each is as dear as checking a token. */
const pool = new Uint8Array(256 * BYTES)
let used = pool.length
let made = 0

/** An id for what is made by the thousand, in the order of the making. */
export function manyIds() {
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  const random = pool.subarray(used, used + BYTES)
  used += BYTES
  return v7({ random, seq: made++ })
}

/** As the contract writes them (`Id`). */
export function isId(text: string) {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
