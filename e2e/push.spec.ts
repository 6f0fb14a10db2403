import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { createServer } from 'node:tls'
import type { Page, Worker } from '@playwright/test'
import { certificate, certificateKey } from '../apps/server/test/certificate.ts'
import { expectNoViolations } from './axe.ts'
import { test as base, expect } from './fixtures.ts'
import { startServer } from './server.ts'

const PUBLIC_URL = 'https://portico.example'

/** A server in production, which the browser reaches by https: push is offered only there. */
const test = base.extend<Record<never, never>, { tls: { port: number } }>({
  server: [
    async ({}, use) => {
      const server = await startServer({
        NODE_ENV: 'production',
        PUBLIC_URL,
        MAIL: 'captured',
        CONFIRM_EMAIL: 'off',
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  tls: [
    async ({ server }, use) => {
      const tls = createServer({ cert: certificate, key: certificateKey }, (socket) => {
        const upstream = connect(server.port, '127.0.0.1')
        for (const [from, to] of [
          [socket, upstream],
          [upstream, socket],
        ] as const) {
          from.on('error', () => to.destroy()).on('close', () => to.destroy())
          from.pipe(to)
        }
      }).listen(0, '127.0.0.1')
      await once(tls, 'listening')
      await use({ port: (tls.address() as AddressInfo).port })
      tls.close()
    },
    { scope: 'worker' },
  ],
  // Needs the full Chromium, because its headless shell has no notifications.
  browser: [
    async ({ playwright, launchOptions: { args = [], ...options }, tls }, use) => {
      const browser = await playwright.chromium.launch({
        ...options,
        executablePath: process.env.CHROME_PATH || '/usr/bin/chromium',
        args: [
          ...args,
          `--host-resolver-rules=MAP portico.example:443 127.0.0.1:${tls.port}`,
          '--ignore-certificate-errors',
        ],
      })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
})

test('a client gets push notifications until they log out', async ({ given, server, visit }) => {
  const maya = await given.client(await given.freelancer())
  const menu = await given.project(maya)
  const page = await visit('/client-dashboard/settings', { as: maya, permissions: ['notifications'] })
  await stubPushService(page)
  const worker = await page.evaluate(async () => Object.fromEntries((await fetch('/push-worker.js')).headers))
  expect(worker).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("img-src 'self'"),
  })

  const started = page.context().waitForEvent('serviceworker')
  await page.getByRole('switch', { name: 'Push on this device' }).click()
  const pushWorker = await started

  await expect(page.getByRole('switch', { name: 'Push on this device' })).toBeChecked()
  await expect(page.getByText(/^This browser, on since/)).toBeVisible()

  await deliver(page, pushWorker, {
    title: 'Spring menu',
    body: 'Ada uploaded 5 files',
    tag: menu.id,
    url: `/client-dashboard/projects/${menu.id}`,
  })
  expect(await shownNotifications(page)).toEqual([['Spring menu', 'Ada uploaded 5 files']])

  expect(await pressNotification(pushWorker)).toBe(`${PUBLIC_URL}/client-dashboard/projects/${menu.id}`)
  await expect.poll(() => shownNotifications(page)).toEqual([])
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/client-login$/)
  const countWorkers = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await expect.poll(countWorkers).toBe(0)
  const subscriptions = server.ctx.db.selectFrom('push_subscription').select('session_id')
  await expect.poll(() => subscriptions.execute()).toEqual([])
})

/** The browsers of the tests cannot reach a push service, so this imitates one. */
async function stubPushService(page: Page) {
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(20).toString('base64url')}`,
    keys: {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  }
  await page.evaluate((made) => {
    let current: object | null = null
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null
    PushManager.prototype.subscribe = async (options) => {
      current = { options, toJSON: () => made, unsubscribe: async () => true }
      return current as PushSubscription
    }
  }, subscription)
}

/** Returns when the notification is shown. Chromium may lose one that is asked for before. */
async function deliver(page: Page, worker: Worker, payload: object) {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    const { registration } = scope
    scope.shown = new Promise((resolve, reject) => {
      registration.showNotification = (...notification) => {
        const shown = ServiceWorkerRegistration.prototype.showNotification.apply(registration, notification)
        shown.then(resolve, reject)
        return shown
      }
    })
  })
  const devtools = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [found] }) => {
      if (found) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: PUBLIC_URL,
    registrationId: await registration,
    data: JSON.stringify(payload),
  })
  await worker.evaluate(() => (globalThis as unknown as WorkerScope).shown)
}

function shownNotifications(page: Page) {
  return page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations()
    const shown = await Promise.all(registrations.map((registration) => registration.getNotifications()))
    return shown.flat().map(({ title, body }) => [title, body])
  })
}

/** Returns what is opened. A browser lets only real presses open anything, and headless ones have no notifications to press. */
async function pressNotification(worker: Worker) {
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope
    let opened: string | undefined
    scope.clients.openWindow = async (url) => {
      opened = url
      return null
    }
    const [notification] = await scope.registration.getNotifications()
    if (!notification) return
    let done: Promise<unknown> | undefined
    const press = Object.assign(new scope.NotificationEvent('notificationclick', { notification }), {
      waitUntil: (promise: Promise<unknown>) => {
        done = promise
      },
    })
    scope.dispatchEvent(press)
    await done
    return opened
  })
}

/** The types of pages lack these. */
interface WorkerScope {
  /** Set by `deliver`. */
  shown: Promise<void>
  clients: { openWindow(url: string): Promise<null> }
  registration: ServiceWorkerRegistration
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event
  dispatchEvent(event: Event): boolean
}
