import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Event } from './objects/event.ts'
import type { Store } from './store.ts'

export interface Endpoint {
  url: string
  secret: string
}

interface Delivery {
  id: string
  object: 'delivery'
  event: string
  attempts: number
}

/** The delays are 0, 1 s, 2 s, 4 s … up to an hour, for three days. */
const MAX_DELAY_MS = 3_600_000
const MAX_ATTEMPTS = 84
const REQUEST_TIMEOUT_MS = 10_000

/** Delivers every event until the endpoint answers 2xx. A restart continues with what is not delivered. */
export function createWebhookDelivery(endpoint: Endpoint, store: Store) {
  const stopping = new AbortController()
  const inFlight = new Map<string, Promise<void>>()

  function startDelivery(delivery: Delivery) {
    inFlight.set(
      delivery.id,
      deliver(delivery)
        .catch(() => {})
        .finally(() => inFlight.delete(delivery.id)),
    )
  }

  async function deliver(delivery: Delivery) {
    for (let { attempts } = delivery; attempts < MAX_ATTEMPTS; attempts++) {
      const pause = attempts === 0 ? 0 : Math.min(1_000 * 2 ** (attempts - 1), MAX_DELAY_MS)
      await wait(pause, undefined, { signal: stopping.signal, ref: false })
      const event = store.get<Event>(delivery.event)
      if (!event || (await isAccepted(event))) break
      store.put<Delivery>({ ...delivery, attempts: attempts + 1 })
    }
    stopping.signal.throwIfAborted()
    const event = store.get<Event>(delivery.event)
    if (event) store.put<Event>({ ...event, pending_webhooks: 0 })
    store.remove(delivery.id)
  }

  async function isAccepted(event: Event) {
    const payload = JSON.stringify(event, null, 2)
    const reply = await fetch(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (simulated)',
        'stripe-signature': signPayload(payload, endpoint.secret),
      },
      body: payload,
      redirect: 'error',
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    }).catch(() => null)
    await reply?.body?.cancel()
    return reply?.ok ?? false
  }

  return {
    deliver(eventId: string) {
      const delivery: Delivery = { id: `to:${eventId}`, object: 'delivery', event: eventId, attempts: 0 }
      store.put(delivery)
      // After the transaction that emitted the event is committed.
      setImmediate(() => !stopping.signal.aborted && store.get(delivery.id) && startDelivery(delivery))
    },
    /** Continues with the deliveries of an earlier process. */
    resume() {
      for (const delivery of store.list<Delivery>('delivery').reverse())
        startDelivery({ ...delivery, attempts: 0 })
    },
    async stop() {
      stopping.abort()
      await Promise.all(inFlight.values())
    },
  }
}

/** Stripe's scheme: an HMAC over the time and the exact bytes. */
export function signPayload(payload: string, secret: string, at = Math.floor(Date.now() / 1_000)) {
  const signature = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')
  return `t=${at},v1=${signature}`
}
