import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Metrics } from './metrics.ts'

/** A port of its own, for the operator's machines only: what it answers is nobody else's business. */
export async function startInternalServer(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<{ close(): void }> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?', 1)[0]
    if (path !== '/metrics' || request.method !== 'GET') return response.writeHead(404).end()
    const text = await metrics.read()
    response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text)
  })
  // Several processes of one start must not share it (supervisor.ts).
  server.listen({ port, host, exclusive: true })
  await once(server, 'listening')
  return {
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
