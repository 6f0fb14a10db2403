import * as Type from 'typebox'
import { Instant, nullable, StrictObject } from './common.ts'
import { endpoint } from './endpoint.ts'

export type State = Type.Static<typeof State>
const State = Type.Object({
  /** The server's key for `pushManager.subscribe`. Null where push is not offered. */
  publicKey: nullable(Type.String()),
  /** The subscribed browsers of this person, the newest first. */
  devices: Type.Array(
    Type.Object({ device: nullable(Type.String()), createdAt: Instant, current: Type.Boolean() }),
  ),
})

export type Subscription = Type.Static<typeof Subscription>
/** The result of `pushManager.subscribe`. */
const Subscription = StrictObject({
  endpoint: Type.String({ minLength: 1, maxLength: 1_000 }),
  keys: StrictObject({
    /** An uncompressed point of P-256: 65 bytes. */
    p256dh: Type.String({ pattern: '^[\\w-]{87}$' }),
    /** 16 bytes. */
    auth: Type.String({ pattern: '^[\\w-]{22}$' }),
  }),
})

export const get = endpoint({
  method: 'GET',
  url: '/push',
  config: { access: 'either' },
  schema: { summary: 'To which browsers notifications are pushed', response: { 200: State } },
})

export const subscribe = endpoint({
  method: 'POST',
  url: '/push/subscriptions',
  config: { access: 'either', changesOwn: true },
  schema: {
    summary: 'Have notifications pushed to this browser, until its session ends',
    body: Subscription,
    response: { 201: State },
  },
})

export const unsubscribe = endpoint({
  method: 'DELETE',
  url: '/push/subscriptions',
  config: { access: 'either', changesOwn: true },
  schema: { summary: 'Have nothing pushed to this browser any more', response: { 200: State } },
})

export const test = endpoint({
  method: 'POST',
  url: '/push/test',
  config: { access: 'either', changesOwn: true },
  schema: { summary: 'Push a test to this browser', response: { 204: Type.Null() } },
})
