import { setTimeout as pause } from 'node:timers/promises'
import { residentMiB } from '../processes.ts'
import type { ChatConnection } from './protocols.ts'
import type { ChatSide } from './round.ts'

const CONNECTING_AT_ONCE = 50

/** KiB for each of so many idle connections, in no room. */
export async function idle({ port, pid, protocol, pairs }: ChatSide, count: number) {
  const before = residentMiB(pid)
  const connections: ChatConnection[] = []
  while (connections.length < count) {
    const connecting = Array.from(
      { length: Math.min(CONNECTING_AT_ONCE, count - connections.length) },
      (_, n) => {
        const { a, b } = pairs[(connections.length + n) % pairs.length] as ChatSide['pairs'][number]
        return protocol(port, n % 2 ? a : b)
      },
    )
    connections.push(...(await Promise.all(connecting)))
  }
  await pause(2_000)
  const kib = ((residentMiB(pid) - before) * 1_024) / count
  for (const connection of connections) connection.close()
  return kib
}
