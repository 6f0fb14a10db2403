import { v7 } from 'uuid'

const BYTES_PER_ID = 16
/** Random bytes for 256 ids are fetched at once, because one system call costs as much as checking a token. */
const randomPool = new Uint8Array(256 * BYTES_PER_ID)
let usedBytes = randomPool.length
let sequence = 0

/** A UUIDv7 for rows that are created by the thousand. Ids sort in the order of the calls. */
export function createIdFromPool() {
  if (usedBytes === randomPool.length) {
    crypto.getRandomValues(randomPool)
    usedBytes = 0
  }
  const random = randomPool.subarray(usedBytes, usedBytes + BYTES_PER_ID)
  usedBytes += BYTES_PER_ID
  return v7({ random, seq: sequence++ })
}

/** The format of `Id` in the contract. */
export function isId(text: string) {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
