import type Stripe from 'stripe'
import type { Stored } from './serialized.ts'

export type Event = Omit<Stored<Stripe.Event>, 'data' | 'type'> & {
  type: EventType
  data: { object: object; previous_attributes?: object }
}

export type EventType = Extract<
  Stripe.Event['type'],
  | `checkout.session.${'completed' | 'expired'}`
  | `customer.${'created' | 'updated' | 'deleted'}`
  | `customer.subscription.${'created' | 'updated' | 'deleted' | 'trial_will_end'}`
  | `subscription_schedule.${'created' | 'updated' | 'released' | 'canceled'}`
  | `invoice.${'created' | 'finalized' | 'paid' | 'payment_succeeded' | 'payment_failed'}`
  | `payment_method.attached`
  | `product.${'created' | 'updated'}`
  | `price.${'created' | 'updated'}`
>

export function buildEvent(id: string, type: EventType, now: number, object: object, before?: object): Event {
  return {
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: now,
    data: { object, ...(before && { previous_attributes: before }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
}
