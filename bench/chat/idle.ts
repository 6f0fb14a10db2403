import { setTimeout as pause } from 'node:timers/promises'
import { residentMiB } from '../processes.ts'
import type { Line } from './protocols.ts'
import type { ChatSide } from './round.ts'

const AT_ONCE = 50

/** KiB that each of so many connections costs, in no room and silent. */
export async function idle({ port, pid, protocol, pairs }: ChatSide, count: number) {
  const before = residentMiB(pid)
  const lines: Line[] = []
  while (lines.length < count) {
    const dialling = Array.from({ length: Math.min(AT_ONCE, count - lines.length) }, (_, n) => {
      const { a, b } = pairs[(lines.length + n) % pairs.length] as ChatSide['pairs'][number]
      return protocol(port, n % 2 ? a : b)
    })
    lines.push(...(await Promise.all(dialling)))
  }
  await pause(2_000)
  const kib = ((residentMiB(pid) - before) * 1_024) / count
  for (const line of lines) line.close()
  return kib
}
