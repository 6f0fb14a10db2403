import { accounts, activity, clients, projects } from '@portico/contract'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { createTestContext } from '../../../../test/context.ts'
import { expect } from '../../../../test/fixtures.ts'
import { freePort } from '../../../../test/free-port.ts'
import { createGiven } from '../../../../test/given.ts'
import { AN_HOUR, FIVE_MINUTES, test } from '../../../../test/notification-emails.ts'
import { startSmtp } from '../../../../test/smtp.ts'
import { runDueJobs } from '../../../platform/jobs/runner.ts'
import { work } from '../../../work.ts'
import { removeClient } from '../../clients/clients.service.ts'
import { queueNotificationEmails } from './queue-emails.service.ts'

test('sends one email when several processes queue it at the same time', async ({
  clock,
  pair: { maya, ada, menu },
  ctx,
  emails,
  given,
  send,
}) => {
  await given.file(ada, menu)
  await send(ada, maya, 'Hello')
  clock.forward(FIVE_MINUTES)

  await Promise.all(Array.from({ length: 4 }, () => queueNotificationEmails(ctx, {})))

  expect(await emails.to(maya.email)).toHaveLength(1)
  clock.forward(AN_HOUR)
  await queueNotificationEmails(ctx, {})
  expect(await emails.to(maya.email)).toHaveLength(1)
})

test('queues the other emails when one cannot be queued', async ({
  clock,
  createPair,
  ctx,
  emails,
  given,
}) => {
  const pairs = [await createPair(), await createPair()]
  for (const { ada, menu } of pairs) await given.file(ada, menu)
  clock.forward(FIVE_MINUTES)
  const ids = pairs.map(({ maya }) => maya.id)
  let hasFailed = false
  const queue: typeof ctx.outbox.queue = (db, kind, payload, count) => {
    if (hasFailed || !('id' in payload) || !ids.includes(String(payload.id)))
      return ctx.outbox.queue(db, kind, payload, count)
    hasFailed = true
    return Promise.reject(new Error('not queued'))
  }

  const run = queueNotificationEmails({ ...ctx, outbox: { ...ctx.outbox, queue } }, {})

  await expect(run).rejects.toThrow('not queued')
  const counts: number[] = []
  for (const { maya } of pairs) counts.push((await emails.to(maya.email)).length)
  expect(counts.sort()).toEqual([0, 1])
})

test('sends one email after the mail server was down for a day', async () => {
  const port = await freePort()
  const { ctx, clock, connection, close } = await createTestContext({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  onTestFinished(close)
  const given = createGiven(ctx)
  const maya = await given.client(await given.freelancer())
  const menu = await given.project(maya)
  const run = async () => {
    await ctx.jobs.add(ctx.db, 'queueNotificationEmails', {})
    await runDueJobs(ctx, connection, work)
  }
  for (let hour = 0; hour < 24; hour++) {
    await given.file(maya.freelancer, menu, { name: `hour-${hour}.pdf` })
    clock.forward(AN_HOUR)
    await run()
  }

  const smtp = await startSmtp({}, port)
  onTestFinished(smtp.stop)
  await ctx.jobs.add(ctx.db, 'retryOneEmail', {})
  for (let n = 0; n < 3; n++) {
    clock.forward(AN_HOUR)
    await run()
  }

  const toMaya = smtp.received.filter(({ recipients }) => recipients.includes(maya.email))
  expect(toMaya).toHaveLength(1)
  expect(toMaya[0]?.email.text).toContain('And 5 more.')
})

test('leaves no rows of a client who is deleted while their email is sent', async () => {
  const smtp = await startSmtp({
    async onRcptTo({ address }, _session, done) {
      if (address === maya.email) await removeClient(ctx, ada, maya.id)
      done()
    },
  })
  onTestFinished(smtp.stop)
  const { ctx, clock, connection, close } = await createTestContext({ SMTP_URL: smtp.url })
  onTestFinished(close)
  const given = createGiven(ctx)
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  await given.file(ada, await given.project(maya))
  clock.forward(FIVE_MINUTES)

  await queueNotificationEmails(ctx, {})
  await runDueJobs(ctx, connection, work)

  expect(smtp.received.flatMap(({ recipients }) => recipients)).toContain(maya.email)
  const jobs = await sql`select last_error from graphile_worker._private_jobs`.execute(ctx.db)
  expect(jobs.rows).toEqual([])
})

test('sends nothing about a project or to a client that was deleted meanwhile', async ({
  api,
  clock,
  pair: { maya, ada, menu },
  ctx,
  emails,
  given,
}) => {
  await given.file(ada, menu)
  await given.file(maya, menu)
  clock.forward(FIVE_MINUTES)
  await queueNotificationEmails(ctx, {})
  await api.as(ada).call(projects.remove, { params: { id: menu.id } })
  expect([await emails.to(maya.email), await emails.to(ada.email)]).toEqual([[], []])

  const sign = await given.project(maya)
  await given.file(maya, sign)
  clock.forward(FIVE_MINUTES)
  await queueNotificationEmails(ctx, {})
  await api.as(ada).call(clients.remove, { params: { id: maya.id } })
  expect([await emails.to(maya.email), await emails.to(ada.email)]).toEqual([[], []])
})

test('shows markup in names as text, and does not turn names into links', async ({
  api,
  clock,
  pair: { maya, ada, menu },
  emailsTo,
  given,
}) => {
  await api
    .as(ada)
    .call(projects.update, { params: { id: menu.id }, body: { title: '<b>Menu</b> www.bad.example' } })
  await api.as(ada).call(accounts.changeMe, { body: { name: 'Ada <i>"Marsh"' } })
  await given.file(ada, menu, { name: '<img src=x onerror=alert(1)>.png' })
  await given.feedback(maya, menu, '<script>alert(1)</script>')
  clock.forward(FIVE_MINUTES)

  for (const person of [maya, ada]) {
    const [email] = await emailsTo(person)
    expect(email?.text).toContain('<b>Menu</b> www. bad.example')
    expect(email?.html).not.toMatch(/<(b|i|img|script)\b/)
  }
})

test('sends a nudge at once, even within an hour of the last email', async ({
  api,
  clock,
  pair: { maya, ada, menu },
  emailsTo,
  given,
}) => {
  const pass = (note: string) =>
    api.as(ada).call(projects.passTurn, { params: { id: menu.id }, body: { to: 'client', note } })
  await pass('Please look at the proof.')
  clock.forward(FIVE_MINUTES)
  expect(await emailsTo(maya)).toHaveLength(1)

  await given.file(ada, menu)
  await pass('The printer waits.')
  const [email, ...earlier] = await emailsTo(maya)

  expect(earlier).toHaveLength(1)
  expect(email?.text).toContain('The printer waits.')
  await api.as(maya).call(activity.markRead, { body: { all: true } })
})
