import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import type { Given, TestUser } from '../apps/server/test/given.ts'
import { type Server, startServer } from './server.ts'
import { trackRequests } from './wait-until-settled.ts'

export { expect }

interface Email {
  subject: string
  text: string
}
interface Fixtures {
  given: Given
  /** Opens a path in a browser context of its own. */
  visit(path: string, options?: { as?: TestUser } & BrowserContextOptions): Promise<Page>
  /** Waits for emails to an address, newest first. `containing` selects those of one test in a shared mailbox. */
  emails(address: string, containing?: string): Promise<Email[]>
  /** Any other error in the console fails the test. */
  expectedConsoleErrors: RegExp[]
}

export const test = base.extend<Fixtures, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],

  given: ({ server }, use) => use(server.given),

  expectedConsoleErrors: ({}, use) => use([]),

  visit: async ({ browser, server, expectedConsoleErrors }, use) => {
    const errors: string[] = []
    const contexts: { close(): Promise<void> }[] = []

    await use(async (path, { as, ...options } = {}) => {
      const context = await browser.newContext({ baseURL: server.url, ...options })
      contexts.push(context)
      const page = await context.newPage()
      trackRequests(page)
      if (as) await page.addInitScript(signInOnce, storedSession(as))
      const isExpected = (text: string) => expectedConsoleErrors.some((expected) => expected.test(text))
      page.on('pageerror', ({ message }) => isExpected(message) || errors.push(`thrown: ${message}`))
      page.on('console', (message) => {
        const text = message.text()
        if (message.type() === 'error' && !isExpected(text)) errors.push(`console: ${text} (${page.url()})`)
      })
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(server.url) && !/^(data|blob):/.test(url)) errors.push(`other origin: ${url}`)
      })
      await page.goto(path)
      return page
    })

    for (const context of contexts) await context.close()
    expect(errors, 'errors of the pages').toEqual([])
  },

  emails: ({ server }, use) =>
    use(async (address, containing = '') => {
      let emails: Email[] = []
      await expect(async () => {
        const reply = await fetch(`${server.developmentPages}/mailbox.json?to=${encodeURIComponent(address)}`)
        emails = ((await reply.json()) as Email[]).filter(({ text }) => text.includes(containing))
        expect(emails).not.toEqual([])
      }).toPass({ timeout: 60_000, intervals: [100] })
      return emails
    }),
})

function storedSession(person: TestUser): Record<string, string> {
  return person.side === 'freelancer'
    ? { freelancerToken: person.token, role: 'freelancer', name: person.name }
    : { clientToken: person.token }
}

/** Runs in the page before its first script: Playwright's `storageState` would open another page for it. */
function signInOnce(keys: Record<string, string>) {
  if (window.origin === 'null' || sessionStorage.getItem('signed in')) return
  sessionStorage.setItem('signed in', 'once')
  for (const [name, value] of Object.entries(keys)) localStorage.setItem(name, value)
}
