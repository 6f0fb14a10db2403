import { ECDH } from 'node:crypto'
import { paths, type push } from '@portico/contract'
import type { Actor } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { deviceName } from '../../../platform/http/device-name.ts'
import { problem } from '../../../platform/http/problem.ts'
import { isPushService } from '../../../platform/push/push-services.ts'
import { deliver } from './send-push.service.ts'
import {
  deleteSubscription,
  endSubscriptionsOfOtherPortals,
  findSubscribedSessions,
  findSubscription,
  saveSubscription,
  setPushOn,
} from './subscriptions.repository.ts'

export const PushNotOffered = problem(
  'PUSH_NOT_OFFERED',
  409,
  'Notifications of the browser are not available at this address.',
  { when: 'This Portico is not reached by https, or only from its own machine.' },
)
export const PushServiceUnknown = problem(
  'PUSH_SERVICE_UNKNOWN',
  400,
  'The push service of this browser is not one that we know.',
  {
    when: 'The endpoint is not an https address of a push service of Google, Mozilla, Apple or Microsoft, as their browsers write it.',
  },
)
export const PushSubscriptionNotValid = problem(
  'PUSH_SUBSCRIPTION_NOT_VALID',
  400,
  'This is not a subscription of this browser.',
  { when: 'The key is no point of P-256, or the endpoint is subscribed with other keys already.' },
)
export const PushNotOn = problem('PUSH_NOT_ON', 409, 'Push is not on in this browser.', {
  when: 'A test is asked for in a session that has no subscription.',
})
export const PushEnded = problem(
  'PUSH_ENDED',
  409,
  'Your browser no longer takes notifications from us. Switch push off and on again.',
  { when: 'The push service says that the browser has ended its subscription, which is forgotten here too.' },
)
export const PushRefused = problem<[string, number]>(
  'PUSH_REFUSED',
  409,
  'The push service of your browser (%s) refused it with status %s.',
  {
    when: 'The push service does not accept what this Portico sends. Its log has an error about it.',
    sample: ['fcm.googleapis.com', 403],
  },
)
export const PushServiceAway = problem<[string]>(
  'PUSH_SERVICE_AWAY',
  503,
  'The push service of your browser (%s) cannot be reached just now. Please try again in a moment.',
  {
    when: 'The push service did not answer in time, is too busy or has failed. A test can be sent again.',
    sample: ['fcm.googleapis.com'],
  },
)

/** No devices in a preview: those of a client are not the freelancer's business. */
export async function getPushState(
  { db, clock, push }: AppContext,
  actor: Actor,
  isPreview = false,
): Promise<push.State> {
  const sessions = isPreview ? [] : await findSubscribedSessions(db, actor, clock.now())
  return {
    publicKey: await push.publicKey(),
    devices: sessions.map(({ id, userAgent, createdAt }) => ({
      device: deviceName(userAgent),
      createdAt,
      current: id === actor.sessionId,
    })),
  }
}

export async function subscribe(ctx: AppContext, actor: Actor, subscription: push.Subscription) {
  if (!ctx.push.isOffered) throw new PushNotOffered()
  if (!isPushService(subscription.endpoint)) throw new PushServiceUnknown()
  if (!isPoint(subscription.keys.p256dh)) throw new PushSubscriptionNotValid()
  const clientIds = await ctx.db.transaction().execute(async (trx) => {
    await setPushOn(trx, actor)
    if (!(await saveSubscription(trx, actor, subscription, ctx.clock.now()))) return
    return endSubscriptionsOfOtherPortals(trx, actor)
  })
  if (!clientIds) throw new PushSubscriptionNotValid()
  ctx.live.changed(actor, 'push.subscribe')
  for (const clientId of clientIds) ctx.live.changed({ clientId }, 'push.unsubscribe')
  return getPushState(ctx, actor)
}

export async function unsubscribe(ctx: AppContext, actor: Actor) {
  await deleteSubscription(ctx.db, actor.sessionId)
  ctx.live.changed(actor, 'push.unsubscribe')
  return getPushState(ctx, actor)
}

export async function sendTest(ctx: AppContext, actor: Actor) {
  await ctx.limits.pushTests.take(actor)
  const subscriber = await findSubscription(ctx.db, actor.sessionId, ctx.clock.now())
  if (!subscriber) throw new PushNotOn()
  const service = new URL(subscriber.endpoint).host
  const delivery = await deliver(ctx, subscriber, {
    title: 'It works',
    body: 'Notifications reach you on this device.',
    tag: 'test',
    url: paths[actor.side].notificationSettings,
  }).catch((error: Error) => {
    throw Object.assign(new PushServiceAway(service), { cause: error })
  })
  if (delivery.outcome === 'ended') throw new PushEnded()
  if (delivery.outcome === 'refused') throw new PushRefused(service, delivery.status)
}

/** An uncompressed point of P-256. Encryption for any other key would always fail. */
function isPoint(p256dh: string) {
  try {
    const point = Buffer.from(p256dh, 'base64url')
    return point[0] === 4 && ECDH.convertKey(point, 'prime256v1').length > 0
  } catch {
    return false
  }
}
