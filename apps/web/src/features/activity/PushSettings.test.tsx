import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { removePushBrowser, stubPushBrowser } from '../../../test/fake-push-browser.ts'
import { open, problem, serve, signInClient, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import { storedPushOwner } from '../../app/stored.ts'
import { PushSettings } from './PushSettings.tsx'

afterEach(removePushBrowser)

const publicKey = 'BNFKwwOXEoIWUDmF8n0IjPmbUiF8pt7iD9SXUv8de3C0vo8LaiTahAMYfRonWdjOFU57VpLk1T5c88tnpQRCaZE'
const here = { device: 'Chrome on Linux', createdAt: '2026-11-04T10:00:00.000Z', current: true }
const iphone = { device: 'Safari on iOS', createdAt: '2026-10-12T10:00:00.000Z', current: false }

/** A server that remembers whether this browser has subscribed. */
function servePush({
  isOn = false,
  portals = [] as object[],
  test = () => new Response(null, { status: 204 }),
} = {}) {
  const state = { publicKey, devices: isOn ? [here, iphone] : [iphone] }
  return serve({
    'GET /push': () => Response.json(state),
    'POST /push/subscriptions': () =>
      Response.json(Object.assign(state, { devices: [here, iphone] }), { status: 201 }),
    'DELETE /push/subscriptions': () => Response.json(Object.assign(state, { devices: [iphone] })),
    'POST /push/test': test,
    'GET /portals': () => Response.json({ portals }),
  })
}

function openSettings(area: 'freelancer' | 'client' = 'freelancer') {
  const path = area === 'client' ? '/client-dashboard/settings' : '/settings/notifications'
  window.history.replaceState(null, '', path)
  open(path, { [path]: <PushSettings area={area} /> })
}

const findSwitch = () => screen.findByRole('switch', { name: 'Push on this device' })
const isOn = async () => (await findSwitch()).getAttribute('aria-checked') === 'true'

test('asks the browser only when the switch is pressed, and subscribes with the server’s key', async () => {
  const browser = stubPushBrowser()
  const asked = servePush()
  signInFreelancer()
  openSettings()
  expect(await isOn()).toBe(false)
  expect([browser.permission, browser.registered]).toEqual(['default', []])

  await userEvent.click(await findSwitch())

  await waitFor(async () => expect(await screen.findByText('Chrome on Linux, on since 4 November 2026')))
  expect(await isOn()).toBe(true)
  expect(browser.registered).toEqual([['/push-worker.js', '/']])
  const body = asked.mock.calls.map(([, init]) => init?.body).find(Boolean)
  expect(JSON.parse(String(body))).toEqual({
    endpoint: 'https://fcm.googleapis.com/fcm/send/1',
    keys: { p256dh: 'p', auth: 'a' },
  })
  expect(storedPushOwner('freelancer').read()).toBe('f1')
  screen.getByText('Safari on iOS, since 12 October 2026')
})

test('keeps the areas apart, and ends the subscription in the browser when it is switched off', async () => {
  const browser = stubPushBrowser()
  servePush()
  signInClient()
  openSettings('client')
  await userEvent.click(await findSwitch())
  await waitFor(async () => expect(await isOn()).toBe(true))
  expect(browser.registered).toEqual([['/push-worker.js', '/client-dashboard']])
  expect(storedPushOwner('client').read()).toBe('c1')

  await userEvent.click(await findSwitch())

  await waitFor(async () => expect(await isOn()).toBe(false))
  expect(browser.subscription).toBeNull()
  expect(browser.shown[0]?.close).toHaveBeenCalled()
  expect(storedPushOwner('client').read()).toBeUndefined()
})

describe('where another portal of this browser has push on', () => {
  const aPortal = (clientId: string, name: string) => ({
    clientId,
    firstName: 'Maya',
    lastName: 'Whitcombe',
    archivedAt: null,
    freelancer: { name, email: 'someone@example.test', role: 'Freelancer' },
    current: clientId === 'c1',
  })
  const goesToEve =
    'Notifications on this device go to your portal with Eve Stone now. Switch this on to have them here instead.'

  /** Ada's portal is open, and push was switched on in Eve's. */
  function openAdasSettings({ isOn = false, portals = [aPortal('c1', 'Ada Marsh')] } = {}) {
    const browser = stubPushBrowser()
    servePush({ isOn, portals })
    signInClient({ firstName: 'Maya', lastName: 'Whitcombe' }, { group: 'g1' })
    storedPushOwner('client').write('c9')
    openSettings('client')
    return browser
  }

  test.for([false, true])('says so, also while the server believes otherwise (%s)', async (isOn) => {
    openAdasSettings({ isOn, portals: [aPortal('c1', 'Ada Marsh'), aPortal('c9', 'Eve Stone')] })

    expect(await screen.findByText(goesToEve)).toBeDefined()
    expect((await findSwitch()).getAttribute('aria-checked')).toBe('false')
    expect(screen.queryByRole('button', { name: /^Send a test/ })).toBeNull()
  })

  test('takes the notifications back when it is switched on', async () => {
    const browser = openAdasSettings({
      portals: [aPortal('c1', 'Ada Marsh'), aPortal('c9', 'Eve Stone')],
    })
    await screen.findByText(goesToEve)

    await userEvent.click(await findSwitch())

    await waitFor(async () => expect((await findSwitch()).getAttribute('aria-checked')).toBe('true'))
    expect(screen.queryByText(goesToEve)).toBeNull()
    expect(storedPushOwner('client').read()).toBe('c1')
    expect(browser.subscription).not.toBeNull()
  })

  test('says nothing of a portal that is not signed in any more', async () => {
    openAdasSettings()

    expect(await screen.findByText('Your browser asks you once whether you allow it')).toBeDefined()
    expect(screen.queryByText(/go to your portal/)).toBeNull()
  })
})

test('explains what to do when the browser has blocked push', async () => {
  const browser = stubPushBrowser({ permission: 'denied' })
  servePush()
  signInFreelancer()
  openSettings()

  await userEvent.click(await findSwitch())

  expect(await screen.findByText(/Allow notifications beside the address/)).toBeDefined()
  await waitFor(async () => expect((await findSwitch()).getAttribute('aria-disabled')).toBe('true'))
  expect(await isOn()).toBe(false)

  browser.permission = 'default'
  window.dispatchEvent(new Event('focus'))
  await waitFor(async () => expect((await findSwitch()).getAttribute('aria-disabled')).toBeNull())
})

test('stays off when the permission prompt is closed without a choice', async () => {
  stubPushBrowser({ permission: 'default' })
  servePush()
  signInFreelancer()
  openSettings()

  await userEvent.click(await findSwitch())

  expect((await screen.findByRole('alert')).textContent).toContain('choose “Allow”')
  expect(await isOn()).toBe(false)
})

test('says on an iPhone that the page has to be on the Home Screen', async () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { standalone: false }))
  servePush()
  signInFreelancer()
  openSettings()

  expect(await screen.findByText(/Home Screen/)).toBeDefined()
  expect((await findSwitch()).getAttribute('aria-disabled')).toBe('true')
})

test('shows the message of a push service that refuses a test', async () => {
  stubPushBrowser()
  const refusal = 'The push service of your browser (fcm.googleapis.com) refused it with status 403.'
  servePush({ isOn: true, test: () => problem(409, 'PUSH_REFUSED', refusal) })
  signInFreelancer()
  openSettings()

  await userEvent.click(await screen.findByRole('button', { name: /^Send a test/ }))

  expect((await screen.findByRole('alert')).textContent).toBe(refusal)
  expect(toasts()).toEqual([])
})

test('shows nothing where push is not offered', async () => {
  stubPushBrowser()
  const asked = serve({ 'GET /push': () => Response.json({ publicKey: null, devices: [] }) })
  signInFreelancer()
  openSettings()

  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(screen.queryByRole('switch')).toBeNull()
})
