import { openConnection } from './connection.ts'

export interface Load {
  requestsPerSecond: number
  requests: number
  /** In milliseconds, of each request. */
  latencies: number[]
  bytes: number
  /** What was not a 2xx. */
  complaints: string[]
}

interface Order {
  port: number
  connections: number
  seconds: number
  next(): Buffer
}

/** Asks on every connection as fast as the answers come. */
export async function load({ port, connections, seconds, next }: Order): Promise<Load> {
  const lines = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  const latencies: number[] = []
  const complaints: string[] = []
  let bytes = 0
  const start = performance.now()
  const end = start + seconds * 1_000

  await Promise.all(
    lines.map(async (line) => {
      for (let from = start; from < end; ) {
        from = performance.now()
        const answer = await line.ask(next())
        latencies.push(performance.now() - from)
        bytes += answer.bytes
        if (answer.status < 200 || answer.status > 299) complaints.push(`status ${answer.status}`)
      }
    }),
  ).catch((error) => complaints.push(error.message))

  const elapsed = (performance.now() - start) / 1_000
  for (const line of lines) line.close()
  const requests = latencies.length
  return { requestsPerSecond: requests / elapsed, requests, latencies, bytes, complaints }
}
