import { test as base, expect } from 'vitest'
import { buildApp } from '../src/app.ts'
import { listCaptured } from '../src/platform/mail/captured.ts'
import { capturedMailDir } from '../src/platform/mail/mailer.ts'
import { createTestContext } from './context.ts'
import { createEmailFixture } from './emails.ts'
import { createGiven, type TestFreelancer, uniqueEmail } from './given.ts'

/** The limits that a server has when nothing is configured. */
const test = base.extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
  const testContext = await createTestContext({ LIMIT_MAIL: '5/3600', LIMIT_ACCOUNT_MAIL: '60/3600' })
  const app = await buildApp(testContext.ctx, { web: false })
  onCleanup(async () => {
    await app.close()
    await testContext.close()
  })
  return {
    app,
    ctx: testContext.ctx,
    given: createGiven(testContext.ctx),
    emails: createEmailFixture(testContext),
  }
})

type Call = [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object]

let addresses = 0
/** Each call comes from an address of its own, unless one is given. */
const aNewAddress = () => `2001:db8:${(++addresses).toString(16)}::1`

test('sends at most five links and five notices to one mailbox when a client’s address is changed repeatedly', async ({
  server,
}) => {
  const { given, emails } = server
  const victim = uniqueEmail('victim')
  const client = await given.client(await given.freelancer())
  const ask = asking(server, client.freelancer)

  for (let n = 0; n < 8; n++) {
    await ask(['PUT', `/clients/${client.id}`, { email: victim }])
    await emails.to(victim)
    await ask(['PUT', `/clients/${client.id}`, { email: uniqueEmail(`away${n}`) }])
  }

  const sent = await emails.to(victim)
  const notices = sent.filter(({ subject }) => subject.includes('has another address'))
  expect([sent.length - notices.length, notices.length]).toEqual([5, 5])
})

test('sends at most thirty emails from one address and sixty from one account when clients are created and deleted', async ({
  server,
}) => {
  const { given, emails, ctx } = server
  const ask = asking(server, await given.freelancer({ plan: 'enterprise' }))
  const strangers = Array.from({ length: 80 }, (_, n) => uniqueEmail(`stranger${n}`))
  const mailTo = async (addresses: string[], from: () => string) => {
    const created = addresses.map((email) =>
      ask(['POST', '/clients/create', { ...given.newClient(), email }], from()),
    )
    const clients = (await Promise.all(created)) as { client: { id: string } }[]
    await emails.to('nobody')
    for (const { client } of clients) await ask(['DELETE', `/clients/${client.id}`])
  }
  const mailed = async () => {
    const captured = await listCaptured(capturedMailDir(ctx.config.dataDir))
    return captured.filter(({ to }) => strangers.includes(to.address)).length
  }

  for (let n = 0; n < 40; n += 10) await mailTo(strangers.slice(n, n + 10), () => '192.0.2.1')
  expect(await mailed()).toBe(30)
  for (let n = 40; n < 80; n += 10) await mailTo(strangers.slice(n, n + 10), aNewAddress)

  expect(await mailed()).toBe(60)
})

test('sends at most five emails to one mailbox when eight accounts’ clients request fresh links', async ({
  server,
}) => {
  const { given, emails } = server
  const victim = uniqueEmail('victim')
  for (let n = 0; n < 8; n++) await given.client(await given.freelancer(), { email: victim })

  const answers = []
  for (let n = 0; n < 5; n++)
    answers.push(await asking(server)(['POST', '/clients/request-link', { email: victim }]))

  expect(await emails.to(victim)).toHaveLength(5)
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
})

/** Returns the body of the response. */
function asking({ app }: { app: Awaited<ReturnType<typeof buildApp>> }, person?: TestFreelancer) {
  return async ([method, path, payload]: Call, remoteAddress = aNewAddress()) => {
    const reply = await app.inject({
      method,
      url: `/api${path}`,
      remoteAddress,
      ...(payload && { payload }),
      ...(person && { headers: { authorization: `Bearer ${person.token}` } }),
    })
    expect(reply.statusCode).toBeLessThan(300)
    return reply.body ? reply.json() : null
  }
}
