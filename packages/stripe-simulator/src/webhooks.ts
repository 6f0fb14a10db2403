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

/** The first is at once; then 1 s, 2 s, 4 s … up to an hour, for three days. */
const LONGEST = 3_600_000
const ATTEMPTS = 84
const PATIENCE = 10_000

/** Tells the endpoint of every event until it says 2xx. What is not delivered when we stop is delivered after the next start. */
export function deliverTo(endpoint: Endpoint, store: Store) {
  const stopping = new AbortController()
  const underWay = new Map<string, Promise<void>>()

  function begin(delivery: Delivery) {
    underWay.set(
      delivery.id,
      deliver(delivery)
        .catch(() => {})
        .finally(() => underWay.delete(delivery.id)),
    )
  }

  async function deliver(delivery: Delivery) {
    for (let { attempts } = delivery; attempts < ATTEMPTS; attempts++) {
      const pause = attempts === 0 ? 0 : Math.min(1_000 * 2 ** (attempts - 1), LONGEST)
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
        'stripe-signature': signatureOf(payload, endpoint.secret),
      },
      body: payload,
      redirect: 'error',
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(PATIENCE)]),
    }).catch(() => null)
    await reply?.body?.cancel()
    return reply?.ok ?? false
  }

  return {
    tell(eventId: string) {
      const delivery: Delivery = { id: `to:${eventId}`, object: 'delivery', event: eventId, attempts: 0 }
      store.put(delivery)
      // After the change that it tells of is kept.
      setImmediate(() => !stopping.signal.aborted && store.get(delivery.id) && begin(delivery))
    },
    /** What an earlier life of ours did not get to deliver. */
    resume() {
      for (const delivery of store.list<Delivery>('delivery').reverse()) begin({ ...delivery, attempts: 0 })
    },
    async stop() {
      stopping.abort()
      await Promise.all(underWay.values())
    },
  }
}

/** As Stripe signs: the time and the exact bytes. */
export function signatureOf(payload: string, secret: string, at = Math.floor(Date.now() / 1_000)) {
  const signature = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')
  return `t=${at},v1=${signature}`
}
