import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that a system hands out by itself: of these nobody is given one between the moment it is chosen and its use. */
const LOWEST = 11_000
const STRETCH = 1_000
const STRETCHES = 20

/** Each worker of a run has a stretch of its own; where it begins is left to chance, for the sake of other runs. */
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0)
const first = LOWEST + (worker % STRETCHES) * STRETCH
let next = randomInt(STRETCH)

/** For a program that needs its port in advance, or restarts on the same one. */
export async function freePort() {
  for (;;) {
    const port = first + (next++ % STRETCH)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number) {
  const server = createServer().listen(port, '127.0.0.1')
  const listens = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!listens) return false
  server.close()
  await once(server, 'close')
  return true
}
