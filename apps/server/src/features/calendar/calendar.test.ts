import { accounts, calendar, clients, files, type Problem, projects, reviews } from '@portico/contract'
import ICAL from 'ical.js'
import { describe } from 'vitest'
import { test as base, daysFromNow, expect, tokenFromUrl } from '../../../test/fixtures.ts'
import type { TestUser } from '../../../test/given.ts'
import { countLockWaits } from '../../../test/lock-waits.ts'
import { endFeed } from '../access/end-feed.ts'
import { endSessions } from '../accounts/ended-sessions.service.ts'
import { issueResetLink } from '../accounts/passwords.service.ts'
import { lockClient } from '../clients/clients.repository.ts'

const [due, later, latest] = [daysFromNow(9), daysFromNow(12), daysFromNow(14)]

const test = base
  .extend('fetchFeed', ({ app }) => async (address: string, { method = 'GET', headers = {} } = {}) => {
    const { pathname, search } = new URL(address)
    return app.inject({ method: method as 'GET', url: pathname + search, headers })
  })
  .extend(
    'addressOf',
    ({ api }) =>
      async (person: TestUser) =>
        (await api.as(person).call(calendar.renew)).body.url,
  )
  .extend(
    'eventsOf',
    ({ fetchFeed, addressOf }) =>
      async (person: TestUser) =>
        eventsIn((await fetchFeed(await addressOf(person))).body),
  )

/** Parses the feed as a calendar does. */
function eventsIn(text: string) {
  const parsed = new ICAL.Component(ICAL.parse(text))
  return parsed.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      summary: event.summary,
      day: event.startDate.toString(),
      isAllDay: event.startDate.isDate,
      url: component.getFirstPropertyValue('url'),
    }
  })
}

describe('a calendar', () => {
  test('has the due dates of each side, with links', async ({ api, given, ctx, eventsOf }) => {
    const maya = await given.client(await given.freelancer())
    const { freelancer: ada } = maya
    const menu = await given.project(maya, { title: 'Spring menu', dueDate: due })
    await given.project(maya, { title: 'Without a date' })
    const proof = await given.file(ada, menu, { name: 'proof.txt' })
    const review = await given.review(ada, proof, { dueDate: later })
    const { publicUrl } = ctx.config
    const [photo] = await given.requests(ada, menu, [
      { title: 'Photo of the shop', kind: 'file', dueDate: latest },
    ])

    expect(await eventsOf(ada)).toEqual([
      {
        uid: `request-${photo.id}@portico`,
        summary: 'Asked of Maya Whitcombe: Photo of the shop',
        day: latest,
        isAllDay: true,
        url: `${publicUrl}/projects/${menu.id}/requests`,
      },
      {
        uid: `review-${review.id}@portico`,
        summary: 'Maya Whitcombe reviews proof.txt',
        day: later,
        isAllDay: true,
        url: `${publicUrl}/files/${proof.id}`,
      },
      {
        uid: `project-${menu.id}@portico`,
        summary: 'Due: Spring menu (Maya Whitcombe)',
        day: due,
        isAllDay: true,
        url: `${publicUrl}/projects/${menu.id}`,
      },
    ])
    expect(await eventsOf(maya)).toMatchObject([
      {
        summary: 'Asked of you: Photo of the shop',
        url: `${publicUrl}/client-dashboard/projects/${menu.id}/requests`,
      },
      { summary: 'Review proof.txt', url: `${publicUrl}/client-dashboard/files/${proof.id}` },
      { summary: 'Due: Spring menu', url: `${publicUrl}/client-dashboard/projects/${menu.id}` },
    ])
    await api.as(maya).call(reviews.decide, { params: { id: review.id }, body: { decision: 'approved' } })
    await given.answer(maya, photo)
    expect(await eventsOf(ada)).toHaveLength(1)
  })

  test('has one line for several files that are asked about together, which opens their page', async ({
    api,
    ctx,
    given,
    eventsOf,
  }) => {
    const maya = await given.client(await given.freelancer())
    const { freelancer: ada } = maya
    const menu = await given.project(maya)
    const inside = await given.file(ada, menu, { name: 'inside.txt' })
    const outside = await given.file(ada, menu, { name: 'outside.txt' })
    const group = await given.reviewGroup(ada, menu, [inside, outside], { dueDate: later })
    const { publicUrl } = ctx.config
    const uid = `review-${group.id}@portico`

    expect(await eventsOf(ada)).toEqual([
      {
        uid,
        summary: 'Maya Whitcombe reviews inside.txt and 1 more',
        day: later,
        isAllDay: true,
        url: `${publicUrl}/reviews/${group.id}`,
      },
    ])
    expect(await eventsOf(maya)).toMatchObject([
      {
        uid,
        summary: 'Review inside.txt and 1 more',
        url: `${publicUrl}/client-dashboard/reviews/${group.id}`,
      },
    ])
    await given.file(ada, menu, { name: 'inside.txt', versionOf: inside.id })
    expect(await eventsOf(maya), 'the first was replaced').toMatchObject([
      { uid, summary: 'Review outside.txt', url: `${publicUrl}/client-dashboard/files/${outside.id}` },
    ])
    const decisions = [{ reviewId: group.reviews[1]?.id ?? '', decision: 'approved' as const }]
    await api.as(maya).call(reviews.decideTogether, { params: { id: group.id }, body: { decisions } })
    expect(await eventsOf(maya)).toEqual([])
  })

  test('has no due dates of other people, and no deleted, archived or completed things', async ({
    api,
    given,
    eventsOf,
  }) => {
    const maya = await given.client(await given.freelancer())
    const { freelancer: ada } = maya
    const tom = await given.client(ada)
    const open = await given.project(maya, { dueDate: due })
    const deleted = await given.project(maya, { dueDate: due })
    const completed = await given.completedProject(maya)
    const archived = await given.project(maya, { dueDate: due })
    const file = await given.file(ada, open)
    await given.review(ada, file, { dueDate: later })
    await api.as(ada).call(projects.remove, { params: { id: deleted.id } })
    await api.as(ada).call(projects.update, { params: { id: archived.id }, body: { archived: true } })
    await api.as(ada).call(files.remove, { params: { id: file.id } })

    for (const person of [ada, maya])
      expect((await eventsOf(person)).map(({ uid }) => uid)).toEqual([`project-${open.id}@portico`])
    expect(await eventsOf(tom)).toEqual([])
    expect(await eventsOf(await given.freelancer())).toEqual([])
    expect(completed.status).toBe('Completed')
  })

  test('keeps the UID when a date moves', async ({ api, given, addressOf, fetchFeed }) => {
    const maya = await given.client(await given.freelancer())
    const { id } = await given.project(maya, { dueDate: due })
    const address = await addressOf(maya.freelancer)
    const before = eventsIn((await fetchFeed(address)).body)

    await api.as(maya.freelancer).call(projects.setDueDate, { params: { id }, body: { dueDate: later } })

    expect(eventsIn((await fetchFeed(address)).body)).toEqual([{ ...before[0], day: later }])
  })

  test.for([
    'Menu; with, commas \\ and "quotes"',
    'BEGIN:VEVENT',
    '菜单 🥐 '.repeat(30).trim(),
    'تصميم القائمة',
  ])('carries any title: %s', async (title, { given, eventsOf }) => {
    const maya = await given.client(await given.freelancer())
    await given.project(maya, { title, dueDate: due })

    expect(await eventsOf(maya)).toMatchObject([{ summary: `Due: ${title}` }])
  })

  test('has no control characters, which iCalendar does not allow', async ({ given, eventsOf }) => {
    const maya = await given.client(await given.freelancer())
    await given.project(maya, { title: 'Menu\u2028END:VEVENT\u000b\u0085for Maya', dueDate: due })

    expect(await eventsOf(maya)).toMatchObject([{ summary: 'Due: Menu END:VEVENT for Maya' }])
  })
})

describe('as calendars subscribe', () => {
  test('is text/calendar without any header of a session, for HEAD too', async ({
    given,
    addressOf,
    fetchFeed,
  }) => {
    const maya = await given.client(await given.freelancer())
    await given.project(maya, { dueDate: due })
    const address = await addressOf(maya)

    // The user agents of Google Calendar, Apple Calendar and Outlook.
    for (const agent of [
      'Google-Calendar-Importer',
      'macOS/26.0 CalendarAgent/1',
      'Microsoft.Exchange/15.20',
    ]) {
      const head = await fetchFeed(address, { method: 'HEAD', headers: { 'user-agent': agent } })
      const got = await fetchFeed(address, { headers: { 'user-agent': agent, accept: 'text/calendar, */*' } })
      for (const { statusCode, headers } of [head, got]) {
        expect(statusCode).toBe(200)
        expect(headers).toMatchObject({
          'content-type': 'text/calendar; charset=utf-8',
          'cache-control': 'private, max-age=300',
          etag: expect.stringMatching(/^"[\w-]{22}"$/),
        })
      }
      expect(head.body).toBe('')
      expect(got.body).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
      expect(got.body).toContain('METHOD:PUBLISH')
      expect(got.body.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    }
  })

  test('answers 304 until something changes', async ({ api, given, addressOf, fetchFeed, clock }) => {
    const maya = await given.client(await given.freelancer())
    const { id } = await given.project(maya, { dueDate: due })
    const address = await addressOf(maya)
    const { etag = '' } = (await fetchFeed(address)).headers
    clock.forward({ seconds: 60 })

    for (const known of [`${etag}`, `W/${etag}`, `"other", ${etag}`]) {
      const again = await fetchFeed(address, { headers: { 'if-none-match': known } })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    await api.as(maya.freelancer).call(projects.setDueDate, { params: { id }, body: { dueDate: later } })
    expect((await fetchFeed(address, { headers: { 'if-none-match': `${etag}` } })).statusCode).toBe(200)
  })
})

describe('the secret address', () => {
  const gone = (reply: { statusCode: number; body: string }) =>
    expect({ status: reply.statusCode, body: JSON.parse(reply.body) }).toMatchObject({
      status: 404,
      body: { code: 'CALENDAR_NOT_FOUND' } satisfies Partial<Problem>,
    })

  test('ends when it is renewed or switched off, and its secret is not stored', async ({
    api,
    given,
    addressOf,
    fetchFeed,
    ctx,
  }) => {
    const ada = await given.freelancer()
    expect((await api.as(ada).call(calendar.get)).body).toEqual({ createdAt: null })
    const first = await addressOf(ada)
    const second = await addressOf(ada)

    gone(await fetchFeed(first))
    expect((await fetchFeed(second)).statusCode).toBe(200)
    expect((await api.as(ada).call(calendar.get)).body).toEqual({ createdAt: expect.any(String) })
    const secret = new URL(second).searchParams.get('token') ?? ''
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(JSON.stringify(await ctx.db.selectFrom('calendar_feed').selectAll().execute())).not.toContain(
      secret,
    )

    await api.as(ada).call(calendar.remove)
    gone(await fetchFeed(second))
    gone(await fetchFeed(second.replace(secret, 'A'.repeat(43))))
    expect((await api.as(ada).call(calendar.get)).body).toEqual({ createdAt: null })
  })

  test('has one working address when two are created at the same time', async ({
    given,
    addressOf,
    fetchFeed,
  }) => {
    const ada = await given.freelancer()
    const addresses = await Promise.all([addressOf(ada), addressOf(ada), addressOf(ada)])

    const codes = await Promise.all(addresses.map(async (address) => (await fetchFeed(address)).statusCode))
    expect(codes.sort()).toEqual([200, 404, 404])
  })

  test('is not created for a client whose access is reset meanwhile', async ({ api, given, ctx }) => {
    const maya = await given.client(await given.freelancer())

    const renewing = await ctx.db.transaction().execute(async (trx) => {
      await lockClient(trx, maya.freelancer, maya.id)
      await endFeed({ db: trx }, maya)
      const reply = api.as(maya).call(calendar.renew)
      await expect.poll(() => countLockWaits(ctx.db, '%into "calendar_feed"%')).toBe(1)
      await endSessions({ ...ctx, db: trx }, maya)
      return { reply }
    })

    expect((await renewing.reply).status).toBe(401)
    const feeds = ctx.db.selectFrom('calendar_feed').where('client_id', '=', maya.id)
    expect(await feeds.selectAll().execute()).toEqual([])
  })

  test('ends when the client’s access is reset or the client is deleted', async ({
    api,
    given,
    addressOf,
    fetchFeed,
  }) => {
    const ada = await given.freelancer()
    const [maya, tom] = [await given.client(ada), await given.client(ada)]
    const [mayas, toms] = [await addressOf(maya), await addressOf(tom)]

    await api.as(ada).call(clients.resetAccess, { params: { id: maya.id } })
    await api.as(ada).call(clients.remove, { params: { id: tom.id } })

    gone(await fetchFeed(mayas))
    gone(await fetchFeed(toms))
  })

  test('ends when the freelancer’s password is reset, and theirs alone', async ({
    api,
    ctx,
    given,
    addressOf,
    fetchFeed,
  }) => {
    const maya = await given.client(await given.freelancer())
    const { freelancer: ada } = maya
    const [adas, mayas] = [await addressOf(ada), await addressOf(maya)]
    const token = tokenFromUrl(await issueResetLink(ctx, ada.id))

    await api
      .as(null)
      .call(accounts.resetPassword, { body: { token, password: 'a quite different password' } })

    gone(await fetchFeed(adas))
    expect((await fetchFeed(mayas)).statusCode).toBe(200)
  })
})
