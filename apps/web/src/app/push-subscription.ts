import { activity, paths, push } from '@portico/contract'
import { ApiError, call } from './api.ts'
import { readPushSupport } from './push-support.ts'
import { type Area, storedPushOwner } from './stored.ts'

/** Both areas may be signed in side by side, and each has a registration, and so a subscription, of its own. */
const SCOPES: Record<Area, string> = { freelancer: paths.freelancer.home, client: paths.client.home }

/** Call it in the handler of a press: browsers ask for the permission only then. */
export async function switchPushOn(area: Area, ownerId: string, publicKey: string) {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') {
    throw failure(
      permission === 'denied'
        ? 'Your browser has blocked it for this address.'
        : 'Your browser was not given the permission. Switch it on again and choose “Allow”.',
    )
  }
  const state = await subscribe(area, publicKey, { isFresh: true })
  storedPushOwner(area).write(ownerId)
  return state
}

export async function switchPushOff(area: Area) {
  const state = await call(push.unsubscribe)
  await endBrowserSubscription(area)
  return state
}

/** Ends the subscription in this browser, also when the server cannot be reached, and closes shown notifications. */
export async function endBrowserSubscription(area: Area) {
  storedPushOwner(area).remove()
  await closeNotifications(area)
  const registration = await findRegistration(area)
  if (!registration) return
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  await registration.unregister()
}

/** Closes the notifications that the browser still shows: those of one project or client, or all. */
export async function closeNotifications(area: Area, tag?: string) {
  const registration = await findRegistration(area)
  const shown = (await registration?.getNotifications(tag === undefined ? {} : { tag })) ?? []
  for (const notification of shown) notification.close()
}

/**
 * Call it at each start of the app where push is on: browsers end subscriptions, and the server may have another key
 * by now.
 */
export async function checkPushSubscription(area: Area) {
  const [{ publicKey, devices }, settings] = await Promise.all([call(push.get), call(activity.getSettings)])
  const isAllowed = readPushSupport() === 'available' && Notification.permission === 'granted'
  // The server deletes subscriptions that the push service no longer knows.
  const isFresh = !devices.some(({ current }) => current)
  if (publicKey && settings.push && isAllowed) await subscribe(area, publicKey, { isFresh })
  else await switchPushOff(area)
}

async function subscribe(area: Area, publicKey: string, { isFresh }: { isFresh: boolean }) {
  const subscription = await subscribeBrowser(area, publicKey, isFresh)
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return call(push.subscribe, { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } })
}

async function subscribeBrowser(area: Area, publicKey: string, isFresh: boolean) {
  const applicationServerKey = decodeBase64Url(publicKey)
  try {
    await navigator.serviceWorker.register('/push-worker.js', { scope: SCOPES[area] })
    const registration = await activeRegistration(area)
    const existing = await registration.pushManager.getSubscription()
    if (existing && !isFresh && isSame(existing.options.applicationServerKey, applicationServerKey))
      return existing
    await existing?.unsubscribe()
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  } catch (error) {
    console.warn('The browser could not subscribe', error)
    throw failure('Your browser could not reach its push service. Some browsers have it switched off.')
  }
}

/** The registration of this area, not that of the other, whose scope may contain it. */
async function findRegistration(area: Area) {
  const scope = new URL(SCOPES[area], window.location.origin).href
  const all = await navigator.serviceWorker.getRegistrations()
  return all.find((registration) => registration.scope === scope)
}

async function activeRegistration(area: Area) {
  const registration = await findRegistration(area)
  if (!registration) throw new Error('There is no registration.')
  const worker = registration.installing ?? registration.waiting
  if (registration.active || !worker) return registration
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('The service worker was not installed.'))
    })
  })
  return registration
}

function isSame(before: ArrayBuffer | null, key: Uint8Array) {
  return before !== null && new Uint8Array(before).toString() === key.toString()
}

function decodeBase64Url(text: string) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

const failure = (message: string) => new ApiError(0, { code: 'PUSH_NOT_POSSIBLE', message })
