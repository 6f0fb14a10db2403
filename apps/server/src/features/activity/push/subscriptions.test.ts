import { createECDH } from 'node:crypto'
import { accounts, activity, type push as contract, portals, push } from '@portico/contract'
import { describe, onTestFinished } from 'vitest'
import { expect } from '../../../../test/fixtures.ts'
import { createBrowser } from '../../../../test/push-service.ts'
import { test } from '../../../../test/pushes.ts'
import { createPush } from '../../../platform/push/push.ts'
import { findPrivateKey } from '../../../platform/push/vapid-keys.ts'

const goodEndpoint = createBrowser().subscription.endpoint

test('a browser subscribes with the server’s key, and is in the list of its person alone', async ({
  api,
  ctx,
  createPair,
  subscribe,
}) => {
  const { maya, ada } = await createPair()
  await subscribe(maya, 'fcm.googleapis.com')
  await subscribe(ada, 'web.push.apple.com')

  const { body } = await api.as(maya).call(push.get)

  expect(body).toEqual({
    publicKey: await ctx.push.publicKey(),
    devices: [{ device: null, createdAt: expect.any(String), current: true }],
  })
  expect(Buffer.from(body.publicKey ?? '', 'base64url')).toHaveLength(65)
  expect((await api.as(maya).call(activity.getSettings)).body.push).toBe(true)
})

test('a preview shows no devices of the client', async ({ api, createPair, given, subscribe }) => {
  const { maya } = await createPair()
  await subscribe(maya)

  const { body } = await api.as(await given.preview(maya)).call(push.get)

  expect(body.devices).toEqual([])
  expect((await api.as(maya).call(push.get)).body.devices).toHaveLength(1)
})

test('creates one key when two processes need it at the same time', async ({ ctx }) => {
  await ctx.db.deleteFrom('push_key').execute()

  const keys = await Promise.all(Array.from({ length: 8 }, () => findPrivateKey(ctx.db)))

  expect(new Set(keys).size).toBe(1)
})

test('a key of the environment replaces the stored one', async ({ ctx }) => {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const config = { ...ctx.config, offersPush: true, vapidPrivateKey: keys.getPrivateKey('base64url') }

  expect(await createPush(config, ctx.db).publicKey()).toBe(keys.getPublicKey('base64url'))
})

test('is not offered on a loopback address', async ({ api, createPair }) => {
  const { maya } = await createPair()

  expect((await api.as(maya).call(push.get)).body.publicKey).toBeNull()
  expect(await api.as(maya).send(push.subscribe, { body: createBrowser().subscription })).toMatchObject({
    status: 409,
    body: { code: 'PUSH_NOT_OFFERED' },
  })
})

test.for([
  'https://fcm.googleapis.com/fcm/send/dQw4w9WgXcQ:APA91bH_x-y',
  'https://fcm.googleapis.com/wp/dQw4w9WgXcQ:APA91bH_x-y',
  'https://jmt17.google.com/fcm/send/dQw4w9WgXcQ:APA91bH_x-y',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABo',
  'https://web.push.apple.com/QGu-3Z_x',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2fx%2bz',
])('takes an endpoint as browsers make it: %s', async (endpoint, { api, createPair, service: _offered }) => {
  const { maya } = await createPair()
  const { keys } = createBrowser().subscription

  const { status } = await api.as(maya).call(push.subscribe, { body: { endpoint, keys } })

  expect(status).toBe(201)
})

describe('refuses an endpoint that is not a push service as browsers write it', () => {
  test.for([
    'https://portico.example/push',
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://127.0.0.1/fcm/send/abc',
    'https://[::1]/fcm/send/abc',
    'https://10.0.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'https://metadata.google.internal/x',
    'https://user:secret@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com@127.0.0.1/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com:443/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://evilfcm.googleapis.com/x',
    'https://storage.googleapis.com/x',
    'https://www.google.com/x',
    'https://push.apple.com.evil.example/x',
    'https://evil.example#.push.apple.com',
    'https://evil.example\\.push.apple.com/x',
    'https://FCM.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com./fcm/send/abc',
    'https://fcm.googleapis.com/a/../b',
    'https://fcm.googleapis.com/a b',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'fcm.googleapis.com/fcm/send/abc',
  ])('%s', async (endpoint, { api, createPair, service }) => {
    const { maya } = await createPair()
    const { keys } = createBrowser().subscription

    const reply = await api.as(maya).send(push.subscribe, { body: { endpoint, keys } })

    expect(reply).toMatchObject({ status: 400, body: { code: 'PUSH_SERVICE_UNKNOWN' } })
    expect(service.received).toEqual([])
  })
})

describe('refuses keys that nothing could be encrypted with', () => {
  const { p256dh, auth } = createBrowser().subscription.keys
  const offCurve = Buffer.from(p256dh, 'base64url').fill(1, 1).toString('base64url')
  const compressed = Buffer.from(p256dh, 'base64url').fill(2, 0, 1).toString('base64url')
  test.for<[string, contract.Subscription['keys'], string]>([
    ['a point that is not on the curve', { p256dh: offCurve, auth }, 'PUSH_SUBSCRIPTION_NOT_VALID'],
    ['another form of a point', { p256dh: compressed, auth }, 'PUSH_SUBSCRIPTION_NOT_VALID'],
    ['a short point', { p256dh: p256dh.slice(4), auth }, 'INVALID_INPUT'],
    ['a long secret', { p256dh, auth: `${auth}AA` }, 'INVALID_INPUT'],
    ['other characters', { p256dh, auth: `${auth.slice(2)}+/` }, 'INVALID_INPUT'],
  ])('%s', async ([, keys, code], { api, createPair, service: _offered }) => {
    const { maya } = await createPair()

    const reply = await api.as(maya).send(push.subscribe, { body: { endpoint: goodEndpoint, keys } })

    expect(reply).toMatchObject({ status: 400, body: { code } })
  })
})

test('a browser belongs to the session that subscribed it last, and to nobody who only knows its address', async ({
  api,
  createPair,
  given,
  subscribe,
}) => {
  const { maya, ada } = await createPair()
  const browser = await subscribe(maya)
  const devices = async (person: typeof maya | typeof ada) =>
    (await api.as(person).call(push.get)).body.devices.length

  const { keys } = createBrowser().subscription
  const stranger = await given.freelancer()
  const stolen = await api
    .as(stranger)
    .send(push.subscribe, { body: { endpoint: browser.subscription.endpoint, keys } })
  expect(stolen).toMatchObject({ status: 400, body: { code: 'PUSH_SUBSCRIPTION_NOT_VALID' } })
  expect(await devices(maya)).toBe(1)

  await api.as(ada).call(push.subscribe, { body: browser.subscription })
  expect([await devices(maya), await devices(ada)]).toEqual([0, 1])
})

test('the portals of one browser have one subscription, the last, and other browsers keep theirs', async ({
  api,
  ctx,
  createPair,
  given,
  subscribe,
}) => {
  const { maya } = await createPair()
  const [mayaOfEve, tom] = [await given.client(await given.freelancer()), await given.client(maya.freelancer)]
  const joined = await api.as(maya).call(portals.join, { body: { token: mayaOfEve.token } })
  const here = { ...mayaOfEve, token: joined.body.token }
  const devices = async (person: typeof maya) =>
    (await api.as(person).call(push.get)).body.devices.map(({ current }) => current)
  await subscribe(tom)
  await subscribe(maya)
  const told: string[] = []
  const stop = ctx.live.subscribe((people, topics) => {
    if (topics.includes('push')) told.push(...people.map(({ personId }) => personId))
  })
  onTestFinished(() => void stop())

  await subscribe(here)
  expect(told).toEqual([here.id, maya.id])
  expect([await devices(maya), await devices(here), await devices(tom)]).toEqual([[], [true], [true]])

  await subscribe(maya)
  expect([await devices(maya), await devices(here), await devices(tom)]).toEqual([[true], [], [true]])
})

test('a session has one subscription, the last', async ({ api, createPair, subscribe }) => {
  const { maya } = await createPair()
  await subscribe(maya)
  await subscribe(maya)

  expect((await api.as(maya).call(push.get)).body.devices).toHaveLength(1)
})

test('pushes nothing after logging out, switching off or the end of the session', async ({
  api,
  clock,
  createPair,
  ctx,
  given,
  pushes,
  subscribe,
}) => {
  const { maya, ada, menu } = await createPair()
  await subscribe(maya)
  await given.file(ada, menu)
  clock.forward({ seconds: 11 })
  await api.as(maya).call(push.unsubscribe)
  expect(await pushes()).toEqual([])

  await subscribe(maya)
  await api.as(maya).call(activity.changeSettings, { body: { push: false } })
  await given.feedback(maya, menu)
  await given.file(ada, menu)
  clock.forward({ days: 1 })
  expect(await pushes()).toEqual([])
  expect((await api.as(maya).call(push.get)).body.devices).toEqual([])

  await subscribe(maya)
  await subscribe(ada)
  await api.as(maya).call(accounts.logout)
  clock.forward({ days: 31 })
  await given.file(ada, menu)
  await given.file(maya, menu)
  clock.forward({ seconds: 11 })
  expect(await pushes(), 'Ada’s session has expired').toEqual([])
  const left = await ctx.db
    .selectFrom('push_subscription')
    .select('session_id')
    .where('session_id', 'in', [maya.sessionId, ada.sessionId])
    .execute()
  expect(left).toEqual([{ session_id: ada.sessionId }])
})
