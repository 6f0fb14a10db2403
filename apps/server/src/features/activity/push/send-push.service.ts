import type { AppContext } from '../../../platform/context.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { deleteEndpoint, findSubscription, type Subscriber } from './subscriptions.repository.ts'
import { findUnreadEvents } from './unread-events.repository.ts'
import { type PushPayload, writePush } from './write-push.ts'

declare module '../../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** Sends to the browser of this session, about this project or client. */
    sendPush: { sessionId: string; scopeId: string }
  }
}

/** Sends a notification about everything that is unread now, or nothing when all of it was read meanwhile. */
export const sendPush: Job<'sendPush'> = async (ctx, { sessionId, scopeId }) => {
  const { db, clock } = ctx
  const subscriber = await findSubscription(db, sessionId, clock.now())
  if (!subscriber) return
  const [newest, ...others] = await findUnreadEvents(db, subscriber, scopeId)
  if (!newest) return
  await deliver(ctx, subscriber, writePush(subscriber.side, [newest, ...others]))
}

export type Delivery = { outcome: 'sent' | 'ended' } | { outcome: 'refused'; status: number }

/** Throws when a retry may succeed. */
export async function deliver(
  { db, push, live, log }: AppContext,
  subscriber: Subscriber,
  payload: PushPayload,
): Promise<Delivery> {
  const { endpoint, side, personId } = subscriber
  const status = await push.send(subscriber, {
    payload: JSON.stringify(payload),
    topic: payload.tag.replaceAll('-', ''),
  })
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  const service = new URL(endpoint).host
  if (status === 404 || status === 410) {
    await deleteEndpoint(db, endpoint)
    live.changed({ side, personId }, 'push.ended')
    return { outcome: 'ended' }
  }
  if (status === 429 || status >= 500) throw new Error(`${service} responded ${status}`)
  // Our key, clock or PUBLIC_URL is wrong, so no push will arrive anywhere.
  log.error({ service, status }, 'a push service refuses to deliver notifications')
  return { outcome: 'refused', status }
}
