import { setTimeout as pause } from 'node:timers/promises'
import { openConnection } from '../connection.ts'
import { encode } from '../requests.ts'
import type { EmailServer } from './server.ts'

const CONNECTIONS = 16
const STATUSES = ['In Progress', 'Pending']

interface Options {
  /** Which minute it is. */
  turn: number
  /** For each client. */
  perMinute: number
  onChange(address: string): void
  signal: AbortSignal
}

/** Changes the status of each client's project as often as that within a minute, evenly. Latencies run from when a change was due. */
export async function makeChanges(
  { port, clients }: EmailServer,
  { turn, perMinute, onChange, signal }: Options,
) {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(port)))
  const latencies: number[] = []
  const total = clients.length * perMinute
  const start = performance.now()
  let next = 0
  let failed = 0

  await Promise.all(
    connections.map(async (connection) => {
      while (next < total && !signal.aborted) {
        const n = next++
        const at = start + (n / total) * 60_000
        if (at > performance.now()) await pause(at - performance.now())
        const { projectId, address, headers } = clients[n % clients.length] as EmailServer['clients'][number]
        const round = turn * perMinute + Math.floor(n / clients.length)
        const body = { status: STATUSES[round % STATUSES.length] }
        const { status } = await connection.request(
          encode({ method: 'PUT', path: `/api/projects/${projectId}`, body }, headers),
        )
        latencies.push(performance.now() - at)
        if (status === 200) onChange(address)
        else failed++
      }
    }),
  )
  for (const connection of connections) connection.close()
  return { count: latencies.length, failed, latencies }
}
