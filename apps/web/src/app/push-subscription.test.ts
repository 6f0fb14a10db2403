import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removePushBrowser, stubPushBrowser } from '../../test/fake-push-browser.ts'
import { expectComplaint, serve, signInFreelancer } from '../../test/fixtures.tsx'
import { logOut } from './logout.ts'
import { checkPushSubscription, switchPushOn } from './push-subscription.ts'
import { storedPushOwner } from './stored.ts'
import { useCheckPush } from './use-check-push.ts'

const KEY = 'BNFKwwOXEoIWUDmF8n0IjPmbUiF8pt7iD9SXUv8de3C0vo8LaiTahAMYfRonWdjOFU57VpLk1T5c88tnpQRCaZE'
const OTHER_KEY = 'BMBnpKVN8aztMnX8N3P7ngSdYBht63nWgLSS6gPX5XMNYTm0-r6-dkjAhMze_RLSd9aIbQMqo51jQl71JsK1rOY'
const device = { device: null, createdAt: '2026-11-04T10:00:00.000Z', current: true }

beforeEach(() => void signInFreelancer())
afterEach(removePushBrowser)

/** Returns the endpoints that were sent, and `off` for each deleted subscription. */
function servePush({ publicKey = KEY, push = true, devices = [device] } = {}) {
  const changes: string[] = []
  const state = { publicKey, devices }
  serve({
    'GET /push': () => Response.json(state),
    'GET /notifications/settings': () =>
      Response.json({ work: 'soon', messages: 'soon', push, timeZone: 'UTC' }),
    'POST /push/subscriptions': ({ body }) => {
      changes.push((body as { endpoint: string }).endpoint.replace(/.*\//, ''))
      return Response.json(state, { status: 201 })
    },
    'DELETE /push/subscriptions': () => {
      changes.push('off')
      return Response.json(state)
    },
    'POST /auth/logout': () => Response.error(),
  })
  return changes
}

async function subscribed() {
  const browser = stubPushBrowser()
  servePush()
  await switchPushOn('freelancer', 'f1', KEY)
  return browser
}

test('sends the browser’s subscription to the server at each start', async () => {
  await subscribed()
  const changes = servePush()

  await checkPushSubscription('freelancer')

  expect(changes).toEqual(['1'])
})

test.for([
  ['the server has another key', { publicKey: OTHER_KEY }],
  ['the server has forgotten it', { devices: [] }],
] as const)('subscribes again when %s', async ([, state]) => {
  await subscribed()
  const changes = servePush({ ...state, devices: [...((state as { devices?: [] }).devices ?? [device])] })

  await checkPushSubscription('freelancer')

  expect(changes).toEqual(['2'])
})

test.for(['settings', 'permission'])('is off where the %s say so', async (which) => {
  const browser = await subscribed()
  const changes = servePush({ push: which !== 'settings' })
  if (which === 'permission') browser.permission = 'denied'

  await checkPushSubscription('freelancer')

  expect(changes).toEqual(['off'])
  expect([browser.subscription, storedPushOwner('freelancer').read()]).toEqual([null, undefined])
})

test('ends in the browser with the session, also when the server cannot be reached', async () => {
  const browser = await subscribed()
  servePush()
  expectComplaint('warn')

  logOut('freelancer')

  await expect.poll(() => browser.subscription).toBeNull()
  expect(browser.shown[0]?.close).toHaveBeenCalled()
})

test('ends in the browser when somebody else has signed in there', async () => {
  const browser = await subscribed()
  const changes = servePush()

  renderHook(() => useCheckPush('freelancer', 'f2', true, 0))

  await expect.poll(() => browser.subscription).toBeNull()
  expect(storedPushOwner('freelancer').read()).toBeUndefined()
  expect(changes, 'the other one is not signed in any more').toEqual([])
})

test('is checked only at the start of its owner’s area', async () => {
  await subscribed()
  const changes = servePush()

  renderHook(() => useCheckPush('client', 'c1', true, 0))
  renderHook(() => useCheckPush('freelancer', 'f1', false, 0))
  renderHook(() => useCheckPush('freelancer', 'f1', true, 0))

  await expect.poll(() => changes).toEqual(['1'])
})
