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
  /** Opens a path in a browser of its own, signed in as somebody or as nobody. */
  visit(path: string, options?: { as?: TestUser } & BrowserContextOptions): Promise<Page>
  /** The emails of a mailbox, newest first, once there is one; `containing` tells a story's own in a mailbox that it shares. */
  emails(address: string, containing?: string): Promise<Email[]>
  /** What a page may say in its console without failing the test. */
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
    const faults: string[] = []
    const contexts: { close(): Promise<void> }[] = []

    await use(async (path, { as, ...options } = {}) => {
      const context = await browser.newContext({ baseURL: server.url, ...options })
      contexts.push(context)
      const page = await context.newPage()
      trackRequests(page)
      if (as) await page.addInitScript(signInOnce, storedSession(as))
      page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`))
      page.on('console', (message) => {
        const text = message.text()
        if (message.type() !== 'error' || expectedConsoleErrors.some((noise) => noise.test(text))) return
        faults.push(`console: ${text} (${page.url()})`)
      })
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(server.url) && !/^(data|blob):/.test(url)) faults.push(`off our origin: ${url}`)
      })
      await page.goto(path)
      return page
    })

    for (const context of contexts) await context.close()
    expect(faults, 'nothing is thrown, complained of or asked elsewhere').toEqual([])
  },

  emails: ({ server }, use) =>
    use(async (address, containing = '') => {
      let emails: Email[] = []
      await expect(async () => {
        const reply = await fetch(`${server.url}/dev/mailbox.json?to=${encodeURIComponent(address)}`)
        emails = ((await reply.json()) as Email[]).filter(({ text }) => text.includes(containing))
        expect(emails).not.toEqual([])
      }).toPass({ timeout: 60_000, intervals: [100] })
      return emails
    }),
})

/** What the browser keeps of a session. */
function storedSession(person: TestUser): Record<string, string> {
  return person.role === 'freelancer'
    ? { freelancerToken: person.token, role: 'freelancer', name: person.name }
    : { clientToken: person.token }
}

/** In the page itself, before its first script; a storage that Playwright fills costs a page of its own. */
function signInOnce(keys: Record<string, string>) {
  if (window.origin === 'null' || sessionStorage.getItem('signed in')) return
  sessionStorage.setItem('signed in', 'once')
  for (const [name, value] of Object.entries(keys)) localStorage.setItem(name, value)
}
