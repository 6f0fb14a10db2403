import { activity, clients, projects, requests } from '@portico/contract'
import { sql } from 'kysely'
import { describe, vi } from 'vitest'
import type { EmailFixture } from '../../../test/emails.ts'
import { expect, tokenFromUrl } from '../../../test/fixtures.ts'
import type { TestClient } from '../../../test/given.ts'
import { test as base } from '../../../test/notification-emails.ts'
import type { AppContext } from '../../platform/context.ts'
import { queueNotificationEmails } from '../activity/emails/queue-emails.service.ts'
import { removeContact } from '../clients/contacts.service.ts'
import { removeProject } from '../projects/projects.service.ts'
import { remindOfRequests } from './reminders.service.ts'

/**
 * `asked` is a project with three requests of Monday, 18 October 2038, 12:00 UTC; clocks in London go back on the 31st.
 * `countAt` returns how many reminders the client has got by then.
 */
const test = base
  .extend('ask', ({ clock, createPair, given, api }) => async (timeZone = 'Europe/London') => {
    clock.set('2038-10-18T12:00:00.000Z')
    const { maya, ada, menu } = await createPair({ timeZone })
    const [logo, photo, hours] = await given.requests(ada, menu, ['Logo', 'Photo', 'Opening hours'])
    const readReminders = async () =>
      (await api.as(ada).call(requests.ofProject, { params: { id: menu.id } })).body.reminders
    return { maya, ada, menu, logo, photo, hours, readReminders }
  })
  .extend('asked', ({ ask }) => ask())
  .extend('countAt', ({ clock, ctx, emails }) => async (instant: string, { email }: TestClient) => {
    clock.set(instant)
    await remindOfRequests(ctx, {})
    return (await emails.to(email)).filter(({ subject }) => subject.includes('from you')).length
  })

test('reminds the others when one cannot be reminded', async ({ ask, clock, ctx, emails }) => {
  const projects = [await ask(), await ask()]
  const ids = projects.map(({ menu }) => menu.id)
  let hasFailed = false
  const queue: typeof ctx.outbox.queue = (db, kind, payload, count) => {
    if (hasFailed || !('projectId' in payload) || !ids.includes(String(payload.projectId)))
      return ctx.outbox.queue(db, kind, payload, count)
    hasFailed = true
    return Promise.reject(new Error('not queued'))
  }
  clock.set('2038-10-21T08:00:00Z')

  const run = remindOfRequests({ ...ctx, outbox: { ...ctx.outbox, queue } }, {})

  await expect(run).rejects.toThrow('not queued')
  const counts: number[] = []
  for (const { maya } of projects) {
    const received = await emails.to(maya.email)
    counts.push(received.filter(({ subject }) => subject.includes('from you')).length)
  }
  expect(counts.sort()).toEqual([0, 1])
})

test('reminds on day 3, 7 and 14 at nine in the client’s zone, once each, and then no more', async ({
  asked,
  countAt,
  emails,
}) => {
  const { maya, readReminders } = asked
  const counts: Record<string, number> = {}
  const look = async (instant: string) => {
    counts[instant] = await countAt(instant, maya)
  }
  expect(await readReminders()).toEqual({
    on: true,
    lastAt: null,
    nextAt: '2038-10-21T08:00:00.000Z',
    blockedBy: null,
  })

  await look('2038-10-21T07:45:00Z')
  await look('2038-10-21T08:00:00Z')
  await look('2038-10-21T10:00:00Z')
  await look('2038-10-24T09:00:00Z')
  await look('2038-10-25T08:00:00Z')
  expect(await readReminders()).toMatchObject({
    lastAt: expect.stringMatching(/^2038-10-25T08:00/),
    nextAt: '2038-11-01T09:00:00.000Z',
  })
  await look('2038-11-01T08:45:00Z')
  await look('2038-11-01T09:00:00Z')
  expect(await readReminders()).toMatchObject({ nextAt: null })
  for (const day of ['02', '08', '29']) await look(`2038-11-${day}T09:00:00Z`)

  expect(Object.values(counts)).toEqual([0, 1, 1, 1, 2, 2, 3, 3, 3, 3])
  const [email] = await emails.to(maya.email)
  expect(email).toMatchObject({
    subject: 'Spring menu: Ada Marsh needs 3 things from you',
    from: { name: 'Ada Marsh via Portico' },
  })
  expect(email?.text).toMatch(/- Logo \(since 18 October\)\n- Photo .+\n- Opening hours/)
  expect(email?.text).toMatch(/client-login\?token=\S+&to=projects\/\S+\/requests/)
})

test('reminds the next morning of files that were gathered and not sent', async ({
  api,
  asked,
  clock,
  countAt,
  emails,
  given,
}) => {
  const { maya, menu, photo, logo, readReminders } = asked
  clock.set('2038-10-19T15:00:00.000Z')
  for (const name of ['one.jpg', 'two.jpg'])
    await given.file(maya, menu, { name, requestId: photo.id, staged: true })
  await given.file(maya, menu, { name: 'logo.svg', requestId: logo.id, staged: true })
  await api.as(maya).call(requests.sendStaged, { params: { id: menu.id }, body: { requestId: logo.id } })
  // The answer gives quiet days, which begin with the last reaction.
  expect(await readReminders()).toMatchObject({ nextAt: '2038-10-23T08:00:00.000Z' })

  expect(await countAt('2038-10-20T08:00:00Z', maya)).toBe(0)
  expect(await countAt('2038-10-23T08:00:00Z', maya)).toBe(1)
  const [email] = await emails.to(maya.email)
  expect(email?.text).toMatch(/- Photo, 2 files not sent yet \(since 18 October\)\n- Opening hours/)
})

test('reminds of gathered files before day 3', async ({ asked, clock, countAt, emails, given }) => {
  const { maya, menu, photo } = asked
  clock.set('2038-10-18T15:00:00.000Z')
  await given.file(maya, menu, { name: 'one.jpg', requestId: photo.id, staged: true })

  expect(await countAt('2038-10-19T08:00:00Z', maya)).toBe(1)
  expect(await countAt('2038-10-20T08:00:00Z', maya)).toBe(1)
  const [email] = await emails.to(maya.email)
  expect(email?.text).toContain('Photo, 1 file not sent yet')
})

test('records an event without notifications', async ({ api, asked, countAt, ctx, emails }) => {
  const { maya, ada, menu, hours } = asked
  await api.as(ada).call(activity.markRead, { body: { all: true } })
  await api.as(maya).call(activity.markRead, { body: { all: true } })
  await countAt('2038-10-21T08:00:00Z', maya)
  await countAt('2038-10-21T08:10:00Z', maya)
  await queueNotificationEmails(ctx, {})

  const { body } = await api.as(ada).call(activity.ofProject, { params: { id: menu.id } })
  expect(body[0]).toMatchObject({
    kind: 'request_reminded',
    actor: { type: 'system', name: 'Portico', isYou: false },
    subject: { count: 3, title: 'Logo' },
  })
  for (const person of [ada, maya])
    expect((await api.as(person).call(activity.unread)).body).toEqual({ count: 0 })
  expect(await emails.to(maya.email)).toHaveLength(1)
  const list = (await api.as(maya).call(requests.ofProject, { params: { id: menu.id } })).body.requests
  expect(list.find(({ id }) => id === hours.id)?.remindedAt).toMatch(/^2038-10-21T08:00/)
})

test('an answer gives three quiet days, and the other requests are still reminded of', async ({
  asked,
  clock,
  countAt,
  emails,
  given,
}) => {
  const { maya, logo, readReminders } = asked
  clock.set('2038-10-20T15:00:00Z')
  await given.answer(maya, logo, { unable: 'missing' })
  expect(await readReminders()).toMatchObject({ nextAt: '2038-10-24T08:00:00.000Z' })

  expect(await countAt('2038-10-21T08:00:00Z', maya)).toBe(0)
  expect(await countAt('2038-10-23T08:00:00Z', maya)).toBe(0)
  expect(await countAt('2038-10-24T08:00:00Z', maya)).toBe(1)
  expect(await countAt('2038-10-25T08:00:00Z', maya), 'day 7').toBe(2)

  const texts = (await emails.to(maya.email)).map(({ text }) => text).join()
  expect(texts).toContain('- Photo')
  expect(texts).not.toContain('- Logo')
})

test('feedback and messages count as reactions, reading does not', async ({
  api,
  ask,
  clock,
  countAt,
  given,
  send,
}) => {
  const [quiet, chatty, reader] = [await ask(), await ask(), await ask()]
  clock.set('2038-10-21T07:00:00Z')
  await given.feedback(quiet.maya, quiet.menu)
  await send(chatty.maya, chatty.ada, 'On Friday!')
  await api.as(reader.maya).call(requests.ofProject, { params: { id: reader.menu.id } })

  const counts: number[] = []
  for (const { maya } of [quiet, chatty, reader]) counts.push(await countAt('2038-10-21T08:00:00Z', maya))
  expect(counts).toEqual([0, 0, 1])
})

test('sends no reminder after 30 days, also when a reaction postponed it', async ({
  asked,
  clock,
  countAt,
  given,
}) => {
  const { maya, menu, readReminders } = asked
  await given.feedback(maya, menu)
  for (const day of [
    '10-21',
    '10-24',
    '10-27',
    '10-30',
    '11-02',
    '11-05',
    '11-08',
    '11-11',
    '11-14',
    '11-17',
  ]) {
    clock.set(`2038-${day}T06:00:00Z`)
    await given.feedback(maya, menu)
    expect(await countAt(`2038-${day}T09:30:00Z`, maya)).toBe(0)
  }

  expect(await readReminders()).toMatchObject({ nextAt: null })
  for (const day of ['18', '19', '20', '21', '22'])
    expect(await countAt(`2038-11-${day}T09:30:00Z`, maya)).toBe(0)
})

test('begins again when a request is sent back', async ({ api, asked, clock, countAt, given }) => {
  const { maya, ada, logo, photo, hours } = asked
  for (const request of [logo, photo, hours]) await given.answer(maya, request)
  expect(await countAt('2038-10-25T08:00:00Z', maya), 'all are answered').toBe(0)
  clock.set('2038-10-25T12:00:00Z')
  const body = { state: 'open', reason: 'In black, please.' } as const
  await api.as(ada).call(requests.setState, { params: { id: logo.id }, body })

  expect(await countAt('2038-10-27T09:00:00Z', maya)).toBe(0)
  expect(await countAt('2038-10-28T08:00:00Z', maya)).toBe(1)
})

test('one email is about everything that is open on a project', async ({
  asked,
  clock,
  countAt,
  emails,
  given,
}) => {
  const { maya, ada, menu, logo, photo } = asked
  const sign = await given.project(maya, { title: 'Shop sign' })
  await given.requests(ada, sign, ['Address'])
  clock.set('2038-10-20T12:00:00Z')
  await given.requests(ada, menu, ['Late <b>idea</b> http://spam.example'])
  await given.answer(maya, photo)
  await given.answer(maya, logo)

  expect(await countAt('2038-10-21T08:00:00Z', maya), 'the other project alone').toBe(1)
  expect(await countAt('2038-10-24T08:00:00Z', maya)).toBe(2)
  const [email] = await emails.to(maya.email)
  expect(email?.subject).toBe('Spring menu: Ada Marsh needs 2 things from you')
  expect(email?.html).not.toContain('<b>idea')
  expect(email?.html).not.toContain('http://spam')
})

test('follows the zone of the client’s browser', async ({ api, ask, countAt }) => {
  const { maya, readReminders } = await ask('Europe/London')
  const querystring = { token: tokenFromUrl(maya.loginUrl), timeZone: 'Pacific/Auckland' }
  await api.as(null).call(clients.enter, { querystring })

  expect(await readReminders()).toMatchObject({ nextAt: '2038-10-20T20:00:00.000Z' })
  expect(await countAt('2038-10-20T19:45:00Z', maya)).toBe(0)
  expect(await countAt('2038-10-20T20:00:00Z', maya)).toBe(1)
})

test('waits for the next morning after an outage', async ({ asked, countAt }) => {
  const { maya, readReminders } = asked

  expect(await countAt('2038-10-21T21:30:00Z', maya), 'in the evening').toBe(0)
  expect(await readReminders()).toMatchObject({ nextAt: '2038-10-22T08:00:00.000Z' })
  expect(await countAt('2038-10-26T10:00:00Z', maya), 'for day 3 and day 7').toBe(1)
  expect(await readReminders()).toMatchObject({ nextAt: '2038-11-01T09:00:00.000Z' })
})

test('sends no reminder when it is switched off, nor for completed, archived or deleted projects', async ({
  api,
  ask,
  countAt,
  ctx,
}) => {
  const [off, completed, archived, binned, back] = [
    await ask(),
    await ask(),
    await ask(),
    await ask(),
    await ask(),
  ]
  const switchOff = ({ ada, menu }: typeof off, on = false) =>
    api.as(ada).call(requests.setReminders, { params: { id: menu.id }, body: { on } })
  expect(await switchOff(off)).toMatchObject({ status: 200, body: { on: false, nextAt: null } })
  await api.as(completed.ada).call(projects.complete, { params: { id: completed.menu.id } })
  await api
    .as(archived.ada)
    .call(clients.update, { params: { id: archived.maya.id }, body: { archived: true } })
  await removeProject(ctx, binned.ada, binned.menu.id)
  await switchOff(back)
  expect((await switchOff(back, true)).body).toMatchObject({ on: true, nextAt: '2038-10-21T08:00:00.000Z' })

  const counts: number[] = []
  for (const { maya } of [off, completed, archived, binned, back])
    counts.push(await countAt('2038-10-21T08:00:00Z', maya))
  expect(counts).toEqual([0, 0, 0, 0, 1])
  expect(await off.readReminders()).toMatchObject({ on: false, lastAt: null, nextAt: null })
})

test('sends nothing to a refused address or a client who wants no emails, and shows the reason to the freelancer', async ({
  api,
  ask,
  countAt,
  ctx,
}) => {
  const [refused, unsubscribed] = [await ask(), await ask()]
  await ctx.db
    .updateTable('client')
    .set({ email_refusal: { refusedAt: '2038-10-19T12:00:00.000Z', reply: '550 no such user' } })
    .where('id', '=', refused.maya.id)
    .execute()
  await api.as(unsubscribed.maya).call(activity.changeSettings, { body: { work: 'never' } })

  expect(await countAt('2038-10-21T08:00:00Z', refused.maya)).toBe(0)
  expect(await countAt('2038-10-21T08:00:00Z', unsubscribed.maya)).toBe(0)
  expect(await refused.readReminders()).toMatchObject({ on: true, nextAt: null, blockedBy: 'address' })
  expect(await unsubscribed.readReminders()).toMatchObject({ nextAt: null, blockedBy: 'unsubscribed' })
  const seen = await api.as(refused.maya).call(requests.ofProject, { params: { id: refused.menu.id } })
  expect(seen.body.reminders.blockedBy).toBeNull()

  const email = `new.${refused.maya.email}`
  await api.as(refused.ada).call(clients.update, { params: { id: refused.maya.id }, body: { email } })
  expect(await countAt('2038-10-22T08:00:00Z', { ...refused.maya, email }), 'the next morning').toBe(1)
})

test('sends nothing when everything is answered before the email is written', async ({
  asked,
  clock,
  ctx,
  emails,
  given,
}) => {
  const { maya, logo, photo, hours } = asked
  clock.set('2038-10-21T08:00:00Z')
  await remindOfRequests(ctx, {})
  for (const request of [logo, photo, hours]) await given.answer(maya, request)

  expect(await emails.to(maya.email)).toEqual([])
})

test('sends one email when several processes run at the same time', async ({ asked, clock, ctx, emails }) => {
  clock.set('2038-10-21T08:00:00Z')

  await Promise.all(Array.from({ length: 4 }, () => remindOfRequests(ctx, {})))

  expect(await emails.to(asked.maya.email)).toHaveLength(1)
})

test('stays due while emails are over the limit', async ({ asked, clock, ctx, emails }) => {
  clock.set('2038-10-21T08:00:00Z')
  const limited = vi.fn(async () => ({ status: 'limited' as const, retryAfter: 60 }))
  await remindOfRequests({ ...ctx, outbox: { ...ctx.outbox, queue: limited } }, {})
  expect(limited).toHaveBeenCalledOnce()

  await remindOfRequests(ctx, {})
  expect(await emails.to(asked.maya.email)).toHaveLength(1)
})

describe('of a client with several people', () => {
  const reminders = async (emails: EmailFixture, { email }: TestClient) =>
    (await emails.to(email)).filter(({ subject }) => subject.includes('from you'))

  /** The reminders of this person that wait for another time. */
  const delayedReminders = async ({ db }: AppContext, { id }: TestClient) => {
    const { rows } = await sql<{ id: string; runAt: string }>`
      select id::text, to_char(run_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "runAt" from graphile_worker._private_jobs
      where payload->'email'->>'personId' = ${id} and run_at > now()`.execute(db)
    return rows
  }

  const makeDue = ({ db }: AppContext, jobs: { id: string }[]) =>
    sql`update graphile_worker._private_jobs set run_at = now() where id = any(${jobs.map(({ id }) => id)}::bigint[])`.execute(
      db,
    )

  test('reminds each who may answer, by their own name, link and settings', async ({
    api,
    asked,
    clock,
    ctx,
    emails,
    given,
  }) => {
    const { maya, menu } = asked
    const sam = await given.contact(maya)
    const looker = await given.contact(maya, { looksOnly: true })
    const removed = await given.contact(maya)
    await removeContact(ctx, maya.freelancer, removed.id)
    clock.set('2038-10-21T08:00:00Z')
    await remindOfRequests(ctx, {})

    expect(await reminders(emails, maya)).toHaveLength(1)
    expect(await reminders(emails, looker)).toEqual([])
    expect(await reminders(emails, removed)).toEqual([])
    const [email, ...more] = await reminders(emails, sam)
    expect(more).toEqual([])
    expect(email?.to).toEqual({ name: 'Sam Reed', address: sam.email })
    expect(email?.text).toContain('Hello Sam.')
    const token = /client-login\?token=([\w-]+)/.exec(email?.text ?? '')?.[1] ?? ''
    const entered = await api.as(null).call(clients.enter, { querystring: { token } })
    expect(ctx.tokens.read(entered.body.token)?.sub).toBe(sam.id)
    // Their own link to unsubscribe leaves Maya's emails as they are.
    const unsubscribe = /unsubscribe\S*[?&]token=([^\s&]+)/.exec(email?.text ?? '')?.[1] ?? ''
    await api.as(null).call(activity.unsubscribe, { querystring: { topic: 'work', token: unsubscribe } })
    clock.set('2038-10-25T08:00:00Z')
    await remindOfRequests(ctx, {})
    expect(await reminders(emails, sam)).toHaveLength(1)
    expect(await reminders(emails, maya)).toHaveLength(2)
    const { body } = await api.as(maya.freelancer).call(activity.ofProject, { params: { id: menu.id } })
    expect(body.filter(({ kind }) => kind === 'request_reminded')).toHaveLength(2)
  })

  test('reminds the others when one has unsubscribed or their address is refused', async ({
    api,
    asked,
    clock,
    ctx,
    emails,
    given,
  }) => {
    const { maya, readReminders } = asked
    const [sam, refused] = [await given.contact(maya), await given.contact(maya)]
    await api.as(maya).call(activity.changeSettings, { body: { work: 'never' } })
    await ctx.db
      .updateTable('client')
      .set({ email_refusal: { refusedAt: '2038-10-19T12:00:00.000Z', reply: '550 no such user' } })
      .where('id', '=', refused.id)
      .execute()
    expect(await readReminders()).toMatchObject({ nextAt: '2038-10-21T08:00:00.000Z', blockedBy: null })

    clock.set('2038-10-21T08:00:00Z')
    await remindOfRequests(ctx, {})

    expect(await reminders(emails, sam)).toHaveLength(1)
    expect(await reminders(emails, maya)).toEqual([])
    expect(await reminders(emails, refused)).toEqual([])
    await api.as(sam).call(activity.changeSettings, { body: { work: 'never' } })
    expect(await readReminders()).toMatchObject({ nextAt: null, blockedBy: 'unsubscribed' })
  })

  test('reminds each in the morning of their own zone, and nobody once a colleague has reacted', async ({
    api,
    asked,
    clock,
    ctx,
    emails,
    given,
  }) => {
    const { maya, menu } = asked
    const far = await given.contact(maya)
    const querystring = { token: tokenFromUrl(far.loginUrl), timeZone: 'America/New_York' }
    await api.as(null).call(clients.enter, { querystring })
    clock.set('2038-10-21T08:00:00Z')
    await remindOfRequests(ctx, {})
    expect(await reminders(emails, maya)).toHaveLength(1)
    expect(await reminders(emails, far)).toEqual([])
    const delayed = await delayedReminders(ctx, far)
    expect(delayed).toMatchObject([{ runAt: '2038-10-21 13:00' }])

    await makeDue(ctx, delayed)
    expect(await reminders(emails, far)).toHaveLength(1)

    clock.set('2038-10-25T08:00:00Z')
    await remindOfRequests(ctx, {})
    clock.set('2038-10-25T09:00:00Z')
    await given.feedback(maya, menu)
    await makeDue(ctx, await delayedReminders(ctx, far))
    expect(await reminders(emails, far)).toHaveLength(1)
  })

  test('an address over the limit waits for the next morning, and delays nobody else', async ({
    asked,
    clock,
    ctx,
    emails,
    given,
  }) => {
    const { maya } = asked
    const sam = await given.contact(maya)
    const queue: typeof ctx.outbox.queue = async (db, kind, payload, count) =>
      count.mailbox === sam.email
        ? { status: 'limited', retryAfter: 60 }
        : ctx.outbox.queue(db, kind, payload, count)
    clock.set('2038-10-21T08:00:00Z')

    await remindOfRequests({ ...ctx, outbox: { ...ctx.outbox, queue } }, {})

    expect(await reminders(emails, maya)).toHaveLength(1)
    expect(await delayedReminders(ctx, sam)).toMatchObject([{ runAt: '2038-10-22 08:00' }])
  })
})
