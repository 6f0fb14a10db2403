import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { handleCall, toErrorBody } from './api/handle-call.ts'
import { createContext } from './context.ts'
import { runDueEvents } from './due-events.ts'
import { showPage } from './pages/pages.ts'
import { openStore } from './store.ts'
import { createWebhookDelivery, type Endpoint } from './webhooks.ts'

export { signPayload as signatureOf } from './webhooks.ts'
export type Simulator = Awaited<ReturnType<typeof startSimulator>>

/** How the simulator fails: `errors` answers 500, `silence` does not answer. */
export type Outage = 'errors' | 'silence' | null

interface Options {
  folder: string
  secretKey: string
  /** The public address of the hosted pages, such as `http://localhost:3000/dev/stripe`. */
  pages: string
  /** Where events are delivered; null for nowhere. */
  webhook: Endpoint | null
}

export async function startSimulator({ folder, secretKey, pages, webhook }: Options) {
  await mkdir(folder, { recursive: true })
  const store = openStore(join(folder, 'stripe.sqlite'))
  const deliveries = webhook && createWebhookDelivery(webhook, store)
  const context = createContext(store, pages, (eventId) => deliveries?.deliver(eventId))
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
  // A trial may end while no request comes.
  const timer = setInterval(() => runDueEvents(context), 1_000).unref()

  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    /** For tests. */
    fail(how: Outage) {
      outage = how
    },
    async close() {
      if (!server.listening) return
      clearInterval(timer)
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
    if (pathname.startsWith('/dev/stripe'))
      return showPage(context, { method, path: pathname, body }, response)

    if (outage === 'silence') return
    const json = { 'content-type': 'application/json' }
    const refusal =
      outage === 'errors' ? OUTAGE_RESPONSE : hasSecretKey(request, secretKey) ? null : WRONG_KEY_RESPONSE
    if (refusal) return void response.writeHead(refusal.status, json).end(JSON.stringify(refusal.body))

    const key = request.headers['idempotency-key']
    const call = {
      method,
      path: pathname,
      query: search.slice(1),
      body,
      idempotencyKey: key ? String(key) : null,
    }
    const { status, body: responseBody, headers } = handleCall(context, call)
    response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(responseBody))
  }
}

const OUTAGE_RESPONSE = {
  status: 500,
  body: toErrorBody({ type: 'api_error', message: 'Something went wrong on Stripe’s end.' }),
}
const WRONG_KEY_RESPONSE = {
  status: 401,
  body: toErrorBody({ type: 'invalid_request_error', message: 'Invalid API Key provided.' }),
}

function hasSecretKey({ headers }: IncomingMessage, secretKey: string) {
  return headers.authorization === `Bearer ${secretKey}`
}
