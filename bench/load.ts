import { openConnection } from './connection.ts'

export interface Load {
  requestsPerSecond: number
  requests: number
  /** In milliseconds, of each request. */
  latencies: number[]
  bytes: number
  /** Responses that were not 2xx, and errors. */
  failures: string[]
}

interface LoadOptions {
  port: number
  connections: number
  seconds: number
  next(): Buffer
}

/** Sends the next request on each connection as soon as the response has come. */
export async function load({ port, connections, seconds, next }: LoadOptions): Promise<Load> {
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  const latencies: number[] = []
  const failures: string[] = []
  let bytes = 0
  const start = performance.now()
  const end = start + seconds * 1_000

  await Promise.all(
    opened.map(async (connection) => {
      for (let from = start; from < end; ) {
        from = performance.now()
        const response = await connection.request(next())
        latencies.push(performance.now() - from)
        bytes += response.bytes
        if (response.status < 200 || response.status > 299) failures.push(`status ${response.status}`)
      }
    }),
  ).catch((error) => failures.push(error.message))

  const elapsed = (performance.now() - start) / 1_000
  for (const connection of opened) connection.close()
  const requests = latencies.length
  return { requestsPerSecond: requests / elapsed, requests, latencies, bytes, failures }
}
