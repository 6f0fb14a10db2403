import { accounts, clients, support } from '@portico/contract'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { messageFields } from '../../../test/chat.ts'
import { createTestContext } from '../../../test/context.ts'
import { expect, test as fixtures } from '../../../test/fixtures.ts'
import { freePort } from '../../../test/free-port.ts'
import { type TestFreelancer, uniqueEmail } from '../../../test/given.ts'
import { startSmtp } from '../../../test/smtp.ts'
import { createMessageSender } from '../../features/chat/timeline/messages.service.ts'
import { mailFreshLinks } from '../../features/clients/invitations.service.ts'
import { work } from '../../work.ts'
import type { AppContext } from '../context.ts'
import { runDueJobs } from '../jobs/runner.ts'
import { deleteOldEmailCounts, takeAllowances } from './allowances.ts'
import { createMailer } from './mailer.ts'
import { createOutbox } from './outbox.ts'

/** Five emails to a mailbox, and sixty an account, within the hour. */
const test = fixtures.extend('testContext', { scope: 'file' }, async ({}, { onCleanup }) => {
  const testContext = await createTestContext({ LIMIT_MAIL: '5/3600', LIMIT_ACCOUNT_MAIL: '60/3600' })
  onCleanup(testContext.close)
  return testContext
})

test('reports whether an email was queued or is over the limit', async ({ api, given, emails }) => {
  const ada = await given.freelancer()
  const client = await given.client(ada)
  const resend = async () =>
    (await api.as(ada).call(clients.resendLogin, { params: { id: client.id } })).body.emailStatus
  const create = async (details: Partial<clients.NewClient>) =>
    (await api.as(ada).call(clients.create, { body: { ...given.newClient(), ...details } })).body
  const move = async (id: string, email: string) =>
    (await api.as(ada).call(clients.update, { params: { id }, body: { email } })).body.emailStatus

  for (let n = 0; n < 5; n++) expect(await resend()).toBe('queued')
  expect(await resend()).toBe('limited')
  expect(await create({ sendEmail: false })).toMatchObject({ emailStatus: 'none' })
  const other = await create({})
  expect(other.emailStatus).toBe('queued')
  expect(await move(other.client.id, other.client.email.toUpperCase())).toBe('none')
  expect(await move(other.client.id, uniqueEmail('moved'))).toBe('queued')
  expect(await emails.to(client.email)).toHaveLength(5)
  await api.as(ada).call(clients.remove, { params: { id: client.id } })
  expect((await create({ email: client.email })).emailStatus).toBe('limited')
})

test('a client’s last receipts wait while their mailbox is over the limit', async ({
  api,
  clock,
  ctx,
  given,
  emails,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const review = await given.review(ada, await given.file(ada, await given.project(maya)))
  await given.decision(maya, review, { decision: 'approved' })
  const earlier = {
    client: maya,
    freelancer: { ...ada, company: null, isConfirmed: true },
    project: 'Sign',
    receipts: [],
  }
  const count = { purpose: 'receipts', mailbox: maya.email, account: 'another' } as const
  for (let n = 0; n < 5; n++) await ctx.outbox.queue(ctx.db, 'mailReceipts', earlier, count)
  const subjects = async () =>
    (await emails.to(maya.email)).map(({ subject }) => subject).filter((it) => it.startsWith('Your receipts'))

  await api.as(ada).call(clients.remove, { params: { id: maya.id } })
  expect(await subjects()).toEqual(Array(5).fill('Your receipts of Sign'))

  clock.forward({ seconds: 3_600 })
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(ctx.db)
  expect(await subjects()).toContain(`Your receipts from ${ada.name}`)
})

test('last receipts are counted for the account that deletes its clients', async ({
  api,
  ctx,
  given,
  emails,
}) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  const review = await given.review(ada, await given.file(ada, await given.project(maya)))
  await given.decision(maya, review)
  const from = { ...ada, company: null, isConfirmed: true }
  for (let n = 0; n < 60; n++) {
    const stranger = { ...maya, email: uniqueEmail('stranger') }
    const count = { purpose: 'receipts', mailbox: stranger.email, account: ada.id } as const
    const earlier = { client: stranger, freelancer: from, project: 'Sign', receipts: [] }
    expect((await ctx.outbox.queue(ctx.db, 'mailReceipts', earlier, count)).status).toBe('queued')
  }

  await api.as(ada).call(clients.remove, { params: { id: maya.id } })

  expect(await emails.to(maya.email)).toEqual([])
})

test('counts a mailbox once, in any case and under any label', async ({ api, given, emails }) => {
  const email = uniqueEmail('maya')
  const labels = [email, email.toUpperCase(), ...[1, 2, 3, 4].map((n) => email.replace('@', `+${n}@`))]
  const statuses = []
  for (const label of labels) {
    const ada = await given.freelancer()
    const body = { ...given.newClient(), email: label }
    statuses.push((await api.as(ada).call(clients.create, { body })).body.emailStatus)
  }

  expect(statuses).toEqual([...Array(5).fill('queued'), 'limited'])
  expect(await emails.to(labels.at(-1) ?? '')).toEqual([])
})

test('queues five of thirty emails requested at once in two processes for one mailbox', async ({ ctx }) => {
  const mailbox = uniqueEmail('maya')
  const outbox = createOutbox(ctx.config.limits, () => ctx.clock.now())
  const processes = [ctx, { ...ctx, outbox }]

  const results = await Promise.all(
    Array.from({ length: 15 }, () => processes.map((each) => queueFor(each, mailbox))).flat(),
  )

  expect(results.filter(({ status }) => status === 'queued')).toHaveLength(5)
  const [refused] = results.filter(({ status }) => status === 'limited')
  expect(refused?.retryAfter).toBeGreaterThan(3_000)
})

test('does not count an email whose transaction is rolled back', async ({ ctx }) => {
  const mailbox = uniqueEmail('maya')
  const queueAndFail = async (trx: AppContext['db']) => {
    for (let n = 0; n < 5; n++) await queueFor({ ...ctx, db: trx }, mailbox)
    throw new Error('rolled back')
  }

  await expect(ctx.db.transaction().execute(queueAndFail)).rejects.toThrow('rolled back')

  for (let n = 0; n < 5; n++) expect((await queueFor(ctx, mailbox)).status).toBe('queued')
})

test('counts nothing when one of several limits refuses the email', async ({ ctx }) => {
  const [full, free] = [uniqueEmail('full'), uniqueEmail('free')]
  const address = '192.0.2.77'
  const ask = (mailbox: string) =>
    ctx.outbox.queue(
      ctx.db,
      'mailResetLink',
      { freelancerId: NOBODY },
      { purpose: 'account', mailbox, address },
    )
  for (let n = 0; n < 50; n++) await ask(full)

  expect((await ask(free)).status).toBe('queued')
})

test('queues emails again after an hour, and deletes expired counts', async ({ ctx, clock }) => {
  const mailbox = uniqueEmail('maya')
  for (let n = 0; n < 6; n++) await queueFor(ctx, mailbox)
  clock.forward({ seconds: 3_601 })
  await work.handlers.deleteOldEmailCounts(ctx, {})

  expect((await queueFor(ctx, mailbox)).status).toBe('queued')
  const { rows } = await sql<{ ends: string }>`select ends_at as ends from email_allowance`.execute(ctx.db)
  for (const { ends } of rows) expect(Date.parse(ends)).toBeGreaterThan(ctx.clock.now().getTime())
})

test('counts a retried email once', async ({ testContext, api, given }) => {
  const port = await freePort()
  const mail = createMailer({ ...testContext.ctx.config, smtpUrl: `smtp://127.0.0.1:${port}` })
  onTestFinished(mail.close)
  const ctx = { ...testContext.ctx, mail }
  const client = await given.client(await given.freelancer())
  const resend = async () =>
    (await api.as(client.freelancer).call(clients.resendLogin, { params: { id: client.id } })).body
      .emailStatus
  await resend()
  for (let attempt = 0; attempt < 6; attempt++) {
    await runDueJobs(ctx, testContext.connection, work)
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(ctx.db)
  }

  const smtp = await startSmtp({}, port)
  onTestFinished(smtp.stop)
  await runDueJobs(ctx, testContext.connection, work)

  expect(smtp.received.filter(({ recipients }) => recipients.includes(client.email))).toHaveLength(1)
  for (let n = 0; n < 4; n++) expect(await resend()).toBe('queued')
  expect(await resend()).toBe('limited')
})

test('queues each fresh link once when the request runs twice', async ({ ctx, given, emails }) => {
  const client = await given.client(await given.freelancer())
  const request = { email: client.email, requestId: NOBODY }

  await mailFreshLinks(ctx, request)
  await mailFreshLinks(ctx, request)

  expect(await emails.to(client.email)).toHaveLength(1)
})

test('queues account notices after a stranger used up the mailbox’s password resets', async ({
  ctx,
  api,
  given,
  emails,
}) => {
  const ada = await given.freelancer()
  for (let n = 0; n < 9; n++) await api.as(null).call(accounts.forgotPassword, { body: { email: ada.email } })
  expect(await emails.to(ada.email)).toHaveLength(5)

  // A confirmation stands for any notice.
  const notify = () =>
    ctx.outbox.queue(
      ctx.db,
      'mailConfirmation',
      { freelancerId: ada.id },
      { purpose: 'account', mailbox: ada.email },
    )
  const notices = [
    await notify(),
    await notify(),
    await notify(),
    await notify(),
    await notify(),
    await notify(),
  ]

  expect(notices.map(({ status }) => status)).toEqual([...Array(5).fill('queued'), 'limited'])
})

test('sends or delays unread-message emails after a stranger used up the mailbox’s links', async ({
  ctx,
  api,
  given,
  emails,
  clock,
}) => {
  const maya = await given.client(await given.freelancer())
  for (let n = 0; n < 6; n++) await api.as(null).call(clients.requestLink, { body: { email: maya.email } })
  expect(await emails.to(maya.email)).toHaveLength(5)
  const send = createMessageSender(ctx)
  const sendAndWait = async (content: string) => {
    await send(maya.freelancer, messageFields(maya.freelancer, maya, content))
    clock.forward({ seconds: 3_601 })
    await ctx.jobs.add(ctx.db, 'queueNotificationEmails', {})
    return (await emails.to(maya.email)).filter(({ subject }) => subject.includes('message'))
  }
  expect(await sendAndWait('Draft 1')).toHaveLength(1)

  const count = { purpose: 'chat', mailbox: maya.email, account: maya.freelancer.id } as const
  const superseded = { role: 'client', id: maya.id, notifiedAt: '' } as const
  clock.forward({ seconds: 3_700 })
  for (let n = 0; n < 5; n++) await ctx.outbox.queue(ctx.db, 'mailNotifications', superseded, count)
  await send(maya.freelancer, messageFields(maya.freelancer, maya, 'Draft 2'))
  clock.forward({ seconds: 301 })
  await ctx.jobs.add(ctx.db, 'queueNotificationEmails', {})
  await emails.to(maya.email)
  const [latest, ...earlier] = await sendAndWait('Draft 3')

  expect(earlier).toHaveLength(1)
  expect(latest?.text).toMatch(/> \w+: “Draft 2”\n\n> \w+: “Draft 3”/)
})

const NOBODY = '01900000-0000-7000-8000-000000000009'

function queueFor({ outbox, db }: AppContext, mailbox: string) {
  return outbox.queue(db, 'mailResetLink', { freelancerId: NOBODY }, { purpose: 'account', mailbox })
}

test('accepts support requests of an account after a stranger used up those of its address', async ({
  api,
  given,
}) => {
  const ada = await given.freelancer()
  const ask = async (person: TestFreelancer | null, email = ada.email) =>
    (await api.as(person).send(support.ask, { body: { name: 'Ada', email, message: 'Help.' } })).status

  for (let n = 0; n < 5; n++) expect(await ask(null)).toBe(200)
  expect(await ask(null)).toBe(429)

  for (let n = 0; n < 5; n++) expect(await ask(ada)).toBe(200)
  expect(await ask(ada, uniqueEmail('other'))).toBe(429)
})

test('queues an email under the largest possible limit', async ({ ctx, given }) => {
  const { queue } = createOutbox(
    { mail: { count: 999_999_999, seconds: 3_600 }, accountMail: null },
    () => new Date(),
  )
  const ada = await given.freelancer()
  const count = { purpose: 'account', mailbox: ada.email, address: '192.0.2.77' } as const

  expect(await queue(ctx.db, 'mailConfirmation', { freelancerId: ada.id }, count)).toMatchObject({
    status: 'queued',
  })
})

test('deletes expired counts without waiting for locked ones', async ({ ctx }) => {
  const rate = { count: 1, seconds: 1 }
  const [used, old] = [uniqueEmail('used'), uniqueEmail('old')]
  const then = new Date(ctx.clock.now().getTime() - 60_000)
  await takeAllowances(
    ctx.db,
    [
      { key: used, ...rate },
      { key: old, ...rate },
    ],
    then,
  )

  await ctx.db.transaction().execute(async (trx) => {
    await takeAllowances(trx, [{ key: used, ...rate }], ctx.clock.now())
    await deleteOldEmailCounts(ctx, {})
  })

  const left = await ctx.db
    .selectFrom('email_allowance')
    .select('key')
    .where('key', 'in', [used, old])
    .execute()
  expect(left).toEqual([{ key: used }])
})
