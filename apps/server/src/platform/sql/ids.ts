import { v7 } from 'uuid'

const BYTES = 16
/** Random bytes are fetched for many ids at once: a system call for each is as dear as checking a token. */
const randomPool = new Uint8Array(256 * BYTES)
let usedBytes = randomPool.length
let sequence = 0

/** An id for what is made by the thousand, in the order of the making. */
export function createIdFromPool() {
  if (usedBytes === randomPool.length) {
    crypto.getRandomValues(randomPool)
    usedBytes = 0
  }
  const random = randomPool.subarray(usedBytes, usedBytes + BYTES)
  usedBytes += BYTES
  return v7({ random, seq: sequence++ })
}

/** As the contract writes them (`Id`). */
export function isId(text: string) {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
