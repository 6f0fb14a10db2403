import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { billing, clients, dashboard, type Endpoint, members } from '@portico/contract'
import { test as base, expect } from 'vitest'
import { buildApp } from '../src/app.ts'
import { checkSubscriptions } from '../src/features/billing/subscription-check.ts'
import { renderLoginEmail } from '../src/features/clients/clients.mail.ts'
import { pauseMembers } from '../src/features/members/active-members.service.ts'
import { createTestContext } from './context.ts'
import { createGiven, type TestFreelancer } from './given.ts'

const test = base.extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
  const testContext = await createTestContext({ BILLING: 'none' })
  const { ctx } = testContext
  const app = await buildApp(ctx)
  onCleanup(async () => {
    await app.close()
    await testContext.close()
  })
  return { app, ctx, given: createGiven(ctx) }
})

/** What nobody may meet where nothing is sold. A subscription to push stays one. */
const ABOUT_MONEY = /(?<![a-z])(plans?|stripe|upgrade|billing|pricing|trial)(?![a-z])|[£$€]\s?\d/i

test('has no limits, and answers nothing of plans', async ({ server: { app, ctx, given } }) => {
  const ada = await given.freelancer()
  const call = createCaller(app, ada)

  for (const number of [1, 2, 3]) {
    const body = {
      firstName: 'Maya',
      lastName: `${number}`,
      email: `maya-${number}-${ada.id}@client.example`,
    }
    expect((await call(clients.create, body)).statusCode).toBe(201)
    const email = `sam-${number}-${ada.id}@marsh.example`
    const invited = await call(members.invite, { email, role: 'member', sees: 'all' })
    expect(invited.statusCode, invited.body).toBe(201)
  }
  await pauseMembers(ctx)
  await checkSubscriptions(ctx)

  const summary = await call(dashboard.summary)
  expect(summary.json().clients).toEqual({ used: 3 })
  expect(summary.body).not.toMatch(ABOUT_MONEY)
  const workspace = await call(members.workspace)
  expect(workspace.json()).toMatchObject({ pausesAt: null })
  expect(workspace.body).not.toMatch(/memberLimit|plan/)
})

test('has live chat for everybody', async ({ server: { app, given } }) => {
  const ada = await given.freelancer()
  const client = await given.client(ada)

  const reply = await app.inject({
    url: '/api/messages/client/conversation',
    headers: { authorization: `Bearer ${client.token}` },
  })

  expect(reply.json()).toMatchObject({ silence: null })
})

test('knows no call of billing', async ({ server: { app, given } }) => {
  const call = createCaller(app, await given.freelancer())

  for (const endpoint of Object.values(billing).filter(
    (value) => typeof value === 'object' && 'url' in value,
  ))
    expect((await call(endpoint as Endpoint, {})).statusCode).toBe(404)
  const webhook = await app.inject({ method: 'POST', url: `/api${billing.WEBHOOK_URL}`, payload: {} })
  expect(webhook.statusCode).toBe(404)
})

test('documents nothing of plans', async ({ server: { app } }) => {
  const { body } = await app.inject({ url: '/api/openapi.json' })
  const document = JSON.parse(body)

  expect(Object.keys(document.paths)).toContain('/dashboard/summary')
  expect(findStrings(document).filter((text) => ABOUT_MONEY.test(text))).toEqual([])
  expect(findMissingRefs(document)).toEqual([])
  expect((await app.inject({ url: '/api/docs' })).body).not.toMatch(ABOUT_MONEY)
})

test('has no page about plans, and no word of them on the others', async ({ server: { app } }) => {
  for (const url of ['/pricing', '/billing-success', '/billing-cancelled', '/cancel-subscription'])
    expect((await app.inject({ url })).statusCode, url).toBe(302)
  expect((await app.inject({ url: '/sitemap.xml' })).body).not.toContain('/pricing')

  const build = fileURLToPath(new URL('../../web/build/client/pages.json', import.meta.url))
  const { known } = JSON.parse(await readFile(build, 'utf8'))
  for (const url of Object.keys(known)) {
    const { statusCode, body } = await app.inject({ url: url.replace(/:\w+/g, 'id') })
    if (statusCode === 302) continue
    expect(body, url).toContain('data-plans="none"')
    expect(body, url).not.toContain('portico-plans-')
    expect(textOf(body).match(ABOUT_MONEY)?.[0], url).toBeUndefined()
  }
})

test('names messages in the email to a client', () => {
  const to = {
    firstName: 'Maya',
    lastName: 'Whitcombe',
    email: 'maya@client.example',
    firstProject: null,
    archivedAt: null,
    unsentInvitation: null,
    freelancer: { name: 'Ada', email: 'ada@marsh.example', company: null, plan: 'free', timeZone: 'UTC' },
  } as unknown as Parameters<typeof renderLoginEmail>[0]
  const link = { loginUrl: 'https://x/y?token=z', loginLinkTtl: 60, expiresAt: new Date(), again: false }

  expect(renderLoginEmail(to, { ...link, hasPlans: false }).text).toContain('projects, files and messages')
})

function createCaller(app: Awaited<ReturnType<typeof buildApp>>, { token }: TestFreelancer) {
  return ({ method, url }: Endpoint, payload?: object) =>
    app.inject({
      method,
      url: `/api${url}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && method !== 'GET' && { payload }),
    })
}

/** What people read: without scripts, styles and the names of files. */
function textOf(html: string) {
  return html
    .replace(/<(script|style)[\s>][\s\S]*?<\/\1>/g, ' ')
    .replace(/\s(?:href|src|srcset|class|id|data-plans)="[^"]*"/gi, ' ')
    .replace(/<link[^>]*>/g, ' ')
}

function findStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => [name, ...findStrings(item)])
}

function findMissingRefs(document: Record<string, unknown>) {
  return findStrings(document)
    .filter((text) => text.startsWith('#/'))
    .filter((ref) => {
      const parts = ref.slice(2).split('/')
      return (
        parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], document) === undefined
      )
    })
}
