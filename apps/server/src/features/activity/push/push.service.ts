import { ECDH } from 'node:crypto'
import createError from '@fastify/error'
import type { push } from '@portico/contract'
import type { Actor } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { isPushService } from '../../../platform/push/push-services.ts'
import { deviceName } from '../../accounts/devices.ts'
import { deliver } from './send-push.service.ts'
import {
  deleteSubscription,
  findSubscribedSessions,
  findSubscription,
  saveSubscription,
  setPushOn,
} from './subscriptions.repository.ts'

export const PushNotOffered = createError(
  'PUSH_NOT_OFFERED',
  'Notifications of the browser are not available at this address.',
  409,
)
export const PushServiceUnknown = createError(
  'PUSH_SERVICE_UNKNOWN',
  'The push service of this browser is not one that we know.',
  400,
)
export const PushSubscriptionNotValid = createError(
  'PUSH_SUBSCRIPTION_NOT_VALID',
  'This is not a subscription of this browser.',
  400,
)
export const PushNotOn = createError('PUSH_NOT_ON', 'Push is not on in this browser.', 409)
export const PushEnded = createError(
  'PUSH_ENDED',
  'Your browser no longer takes notifications from us. Switch push off and on again.',
  409,
)
export const PushRefused = createError<[string, number]>(
  'PUSH_REFUSED',
  'The push service of your browser (%s) refused it with status %s.',
  409,
)
export const PushServiceAway = createError<[string]>(
  'PUSH_SERVICE_AWAY',
  'The push service of your browser (%s) cannot be reached just now. Please try again in a moment.',
  503,
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
  const isSaved = await ctx.db.transaction().execute(async (trx) => {
    await setPushOn(trx, actor)
    return saveSubscription(trx, actor, subscription, ctx.clock.now())
  })
  if (!isSaved) throw new PushSubscriptionNotValid()
  ctx.live.changed([actor], 'push.subscribe')
  return getPushState(ctx, actor)
}

export async function unsubscribe(ctx: AppContext, actor: Actor) {
  await deleteSubscription(ctx.db, actor.sessionId)
  ctx.live.changed([actor], 'push.unsubscribe')
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
    url: actor.role === 'client' ? '/client-dashboard/settings' : '/settings/notifications',
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
