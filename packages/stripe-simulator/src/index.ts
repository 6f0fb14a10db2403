import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { answer, problemOf } from './api/answer.ts'
import { catchUp } from './cycle.ts'
import { showPage } from './pages/pages.ts'
import { openStore } from './store.ts'
import { deliverTo, type Endpoint } from './webhooks.ts'
import { createWorld } from './world.ts'

export { signatureOf } from './webhooks.ts'
export type Simulator = Awaited<ReturnType<typeof startSimulator>>

/** What can be wrong with Stripe on a bad day: it answers 500, or not at all. */
export type Outage = 'errors' | 'silence' | null

interface Options {
  /** Everything is kept here, and is there again after a restart. */
  folder: string
  secretKey: string
  /** Where the pages are seen, such as `http://localhost:3000/dev/stripe`. */
  pages: string
  /** Who is told of events; null: nobody. */
  webhook: Endpoint | null
}

/** A small Stripe on a port of its own, for this machine alone. */
export async function startSimulator({ folder, secretKey, pages, webhook }: Options) {
  await mkdir(folder, { recursive: true })
  const store = openStore(join(folder, 'stripe.sqlite'))
  const deliveries = webhook && deliverTo(webhook, store)
  const world = createWorld(store, pages, (eventId) => deliveries?.tell(eventId))
  let outage: Outage = null

  const server = createServer((request, response) => {
    serve(request, response).catch((error) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(error instanceof Error ? error.message : undefined)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  deliveries?.resume()
  // Time passes here too: a trial may end while nobody asks.
  const ticking = setInterval(() => catchUp(world), 1_000).unref()

  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    /** For tests: how Stripe fails from now on. */
    fail(how: Outage) {
      outage = how
    },
    async close() {
      if (!server.listening) return
      clearInterval(ticking)
      await deliveries?.stop()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      store.close()
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
    const method = request.method ?? 'GET'
    const body = await text(request)
    if (pathname.startsWith('/dev/stripe')) return showPage(world, { method, path: pathname, body }, response)

    if (outage === 'silence') return
    const json = { 'content-type': 'application/json' }
    const refusal = outage === 'errors' ? sayBroken : isOurs(request, secretKey) ? null : sayKey
    if (refusal) return void response.writeHead(refusal.status, json).end(JSON.stringify(refusal.body))

    const key = request.headers['idempotency-key']
    const call = {
      method,
      path: pathname,
      query: search.slice(1),
      body,
      idempotencyKey: key ? String(key) : null,
    }
    const { status, body: said, headers } = answer(world, call)
    response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(said))
  }
}

const sayBroken = {
  status: 500,
  body: problemOf({ type: 'api_error', message: 'Something went wrong on Stripe’s end.' }),
}
const sayKey = {
  status: 401,
  body: problemOf({ type: 'invalid_request_error', message: 'Invalid API Key provided.' }),
}

function isOurs({ headers }: IncomingMessage, secretKey: string) {
  return headers.authorization === `Bearer ${secretKey}`
}
