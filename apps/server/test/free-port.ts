import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems assign by themselves, so that no other program gets a port between its choice and its use. */
const LOWEST_PORT = 11_000
const PORTS_PER_WORKER = 1_000
const MAX_WORKERS = 20

/** Each worker of a run has its own ports. The first one is random, because other runs have the same workers. */
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0)
const first = LOWEST_PORT + (worker % MAX_WORKERS) * PORTS_PER_WORKER
let next = randomInt(PORTS_PER_WORKER)

/** For a program that needs its port in advance, or restarts on the same one. */
export async function freePort() {
  for (;;) {
    const port = first + (next++ % PORTS_PER_WORKER)
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
