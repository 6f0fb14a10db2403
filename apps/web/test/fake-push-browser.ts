import { vi } from 'vitest'

type Subscription = ReturnType<typeof createSubscription>

/** The parts of a browser that push needs and jsdom lacks, for one area. `permission` is the person's answer. */
export function stubPushBrowser({ permission = 'granted' as NotificationPermission } = {}) {
  const browser = {
    permission: 'default' as NotificationPermission,
    subscriptions: 0,
    subscription: null as Subscription | null,
    registered: [] as [string, string][],
    shown: [{ tag: 'p1', close: vi.fn() }],
  }
  const pushManager = {
    getSubscription: async () => browser.subscription,
    async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) {
      browser.subscriptions += 1
      browser.subscription = createSubscription(browser.subscriptions, applicationServerKey, () => {
        browser.subscription = null
      })
      return browser.subscription
    },
  }
  let registrations: object[] = []
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission
    },
    async requestPermission() {
      browser.permission = permission
      return permission
    },
  })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      async register(script: string, { scope }: { scope: string }) {
        browser.registered.push([script, scope])
        registrations = [
          {
            scope: new URL(scope, window.location.origin).href,
            active: {},
            installing: null,
            waiting: null,
            pushManager,
            getNotifications: async ({ tag }: { tag?: string } = {}) =>
              browser.shown.filter((one) => tag === undefined || one.tag === tag),
            async unregister() {
              registrations = []
            },
          },
        ]
      },
      getRegistrations: async () => registrations,
    },
  })
  return browser
}

export function removePushBrowser() {
  Reflect.deleteProperty(navigator, 'serviceWorker')
}

function createSubscription(number: number, key: Uint8Array<ArrayBuffer>, end: () => void) {
  return {
    options: { applicationServerKey: key.buffer },
    toJSON: () => ({
      endpoint: `https://fcm.googleapis.com/fcm/send/${number}`,
      expirationTime: null,
      keys: { p256dh: 'p', auth: 'a' },
    }),
    async unsubscribe() {
      end()
      return true
    },
  }
}
