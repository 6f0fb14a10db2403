import { activity, projects, requests } from '@portico/contract'
import { onTestFinished, vi } from 'vitest'
import { expect } from '../../../../test/fixtures.ts'
import { readVapid } from '../../../../test/push-service.ts'
import { A_MINUTE, TEN_SECONDS, test } from '../../../../test/pushes.ts'
import { WAIT_OPTIONS } from '../../../../test/wait-options.ts'
import { startPushTimer } from './push-timer.ts'
import { queuePushes } from './queue-pushes.service.ts'

test('pushes events of the other side, encrypted for the browser and signed by this installation', async ({
  clock,
  createPair,
  ctx,
  given,
  pushes,
  subscribe,
}) => {
  const { maya, ada, menu } = await createPair()
  const browser = await subscribe(ada)
  await subscribe(maya)
  await given.feedback(maya, menu, 'Could the\nblue be darker?')
  expect(await pushes(), 'not before ten seconds').toEqual([])
  clock.forward(TEN_SECONDS)

  const [received, ...more] = await pushes()

  expect(more, 'not to who did it').toEqual([])
  if (!received) throw new Error('nothing arrived')
  expect(received.url).toBe(browser.subscription.endpoint)
  expect(browser.read(received)).toEqual({
    title: 'Spring menu',
    body: 'Maya left feedback: “Could the blue be darker?”',
    tag: menu.id,
    url: `/projects/${menu.id}`,
  })
  expect(received.headers).toMatchObject({
    ttl: '86400',
    'content-encoding': 'aes128gcm',
    topic: menu.id.replaceAll('-', ''),
  })
  expect(received.headers['content-length']).toBe(String(received.body.length))
  const { head, claims, publicKey } = readVapid(received)
  expect(head).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(claims).toMatchObject({
    aud: 'https://updates.push.services.mozilla.com',
    sub: 'https://portico.example',
  })
  const validFor = claims.exp - Date.now() / 1_000
  expect(validFor > 0 && validFor <= 86_400).toBe(true)
  expect(publicKey).toBe(await ctx.push.publicKey())
})

test('opens the newest note when only notes on one file are new, else the project', async ({
  clock,
  createPair,
  given,
  pushes,
  subscribe,
}) => {
  const { maya, ada, menu } = await createPair()
  const browser = await subscribe(maya)
  const file = await given.file(maya, menu)
  await given.note(ada, file)
  const newest = await given.note(ada, file)
  clock.forward(TEN_SECONDS)
  const [first] = await pushes()
  expect(first && browser.read(first).url).toBe(`/client-dashboard/files/${file.id}?note=${newest.id}`)

  await given.feedback(maya, menu)
  await given.file(ada, menu)
  clock.forward(A_MINUTE)
  const [, second] = await pushes()
  expect(second && browser.read(second).url).toBe(`/client-dashboard/projects/${menu.id}`)
})

test('sends one notification for fifty uploads, and waits a minute before the next one', async ({
  clock,
  createPair,
  given,
  pushes,
  subscribe,
}) => {
  const { maya, ada, menu } = await createPair()
  const browser = await subscribe(maya)
  for (let n = 0; n < 50; n++) await given.file(ada, menu)
  clock.forward(TEN_SECONDS)
  const [first] = await pushes()
  expect(first && browser.read(first)).toMatchObject({
    body: 'Ada uploaded 50 files',
    url: `/client-dashboard/projects/${menu.id}`,
  })

  await given.file(ada, menu)
  clock.forward(TEN_SECONDS)
  expect(await pushes()).toHaveLength(1)
  clock.forward(A_MINUTE)
  const [, second, ...more] = await pushes()
  expect(second && browser.read(second)).toMatchObject({ body: 'Ada uploaded 51 files', tag: menu.id })
  expect(more).toEqual([])
})

test('shows at most four lines, newest first, and truncates long texts', async ({
  api,
  clock,
  createPair,
  given,
  pushes,
  subscribe,
}) => {
  const { maya, ada, menu } = await createPair()
  const browser = await subscribe(ada)
  await api.as(ada).call(projects.update, { params: { id: menu.id }, body: { title: '🥐'.repeat(200) } })
  for (let n = 0; n < 5; n++) await given.feedback(maya, menu, '"🥖'.repeat(2_000))
  await given.file(maya, menu, { name: 'last.pdf' })
  clock.forward(TEN_SECONDS)

  const [received] = await pushes()

  expect(received?.body.length).toBeLessThanOrEqual(4_096)
  const { title, body } = browser.read(received as never)
  expect([...title]).toHaveLength(81)
  expect(body.split('\n')).toEqual([
    'Maya uploaded last.pdf',
    expect.stringMatching(/^Maya left feedback: “"🥖.*…$/u),
    expect.any(String),
    'and 3 more',
  ])
})

test('reaches every browser of a person, and opens the client for events without a project', async ({
  clock,
  given,
  pushes,
  subscribe,
}) => {
  const ada = await given.freelancer()
  const browsers = [await subscribe(ada, 'wns2-par02p.notify.windows.com')]
  const maya = await given.client(ada)
  clock.forward(TEN_SECONDS)

  const [received] = await pushes()

  expect(browsers[0]?.read(received as never)).toEqual({
    title: 'Maya Whitcombe',
    body: 'Maya came in for the first time',
    tag: maya.id,
    url: `/clients/${maya.id}`,
  })
})

test('reaches a member of two workspaces only in the one that it is about', async ({
  clock,
  createPair,
  given,
  pushes,
  subscribe,
}) => {
  const { maya, ada, menu } = await createPair()
  const sam = await given.freelancer()
  const atAdas = await given.member(ada, { clients: [maya], person: sam })
  await subscribe(sam, 'fcm.googleapis.com')
  const browser = await subscribe(atAdas)
  await given.feedback(maya, menu)
  clock.forward(TEN_SECONDS)

  const received = await pushes()

  expect(received.map(({ url }) => url)).toEqual([browser.subscription.endpoint])
})

test('pushes nothing about read, deleted or archived things, a changed title or an accepted answer', async ({
  api,
  clock,
  createPair,
  given,
  pushes,
  subscribe,
}) => {
  const { maya, ada, menu } = await createPair()
  await subscribe(maya)
  const [sign, card] = [await given.project(maya), await given.project(maya)]
  const [logo] = await given.requests(ada, menu, ['Logo'])
  await given.answer(maya, logo)
  await api.as(maya).call(activity.markRead, { body: { all: true } })
  await given.file(ada, menu)
  await api.as(maya).call(activity.markRead, { body: { projectId: menu.id } })
  clock.forward(A_MINUTE)
  expect(await pushes()).toEqual([])
  await api.as(ada).call(requests.setState, { params: { id: logo.id }, body: { state: 'accepted' } })
  await api.as(ada).call(projects.update, { params: { id: menu.id }, body: { title: 'Summer menu' } })
  await given.file(ada, sign)
  await given.file(ada, card)
  await api.as(ada).call(projects.remove, { params: { id: sign.id } })
  await api.as(ada).call(projects.update, { params: { id: card.id }, body: { archived: true } })
  clock.forward(A_MINUTE)

  expect(await pushes()).toEqual([])
})

test('pushes a note that was not before anybody’s eyes, though its project was on screen', async ({
  api,
  clock,
  createPair,
  given,
  pushes,
  subscribe,
}) => {
  const { maya, ada, menu } = await createPair()
  const browser = await subscribe(maya)
  await given.note(ada, await given.file(maya, menu))
  await given.file(ada, menu)
  const shown = { projectId: menu.id, places: ['files' as const] }
  await api.as(maya).call(activity.markRead, { body: { shown } })
  clock.forward(A_MINUTE)

  const [received, ...more] = await pushes()

  expect(more).toEqual([])
  expect(received && browser.read(received).body).toBe(
    'Ada left a note on menu.txt: “A little larger, please.”',
  )
})

test('sends nothing when everything is read after the push was queued', async ({
  api,
  clock,
  createPair,
  ctx,
  given,
  pushes,
  subscribe,
}) => {
  const { maya, ada, menu } = await createPair()
  await subscribe(maya)
  await given.file(ada, menu)
  clock.forward(TEN_SECONDS)
  await queuePushes(ctx, {})
  await api.as(maya).call(activity.markRead, { body: { all: true } })

  expect(await pushes()).toEqual([])
})

test('pushes once when several processes run at the same time', async ({
  clock,
  createPair,
  ctx,
  given,
  pushes,
  subscribe,
}) => {
  const { maya, ada, menu } = await createPair()
  await subscribe(maya)
  await given.file(ada, menu)
  clock.forward(TEN_SECONDS)

  await Promise.all(Array.from({ length: 6 }, () => queuePushes(ctx, {})))

  expect(await pushes()).toHaveLength(1)
})

test('pushes soon after an event, without waiting for the minutely job', async ({
  createPair,
  ctx,
  clock,
  api,
  given,
  pushes,
  subscribe,
}) => {
  const { maya, ada, menu } = await createPair()
  await subscribe(maya)
  await given.file(ada, menu)
  clock.forward(TEN_SECONDS)
  onTestFinished(startPushTimer(ctx, 1))

  await api.as(ada).call(projects.update, { params: { id: menu.id }, body: { status: 'In Progress' } })

  const isDue = () =>
    ctx.db
      .selectFrom('unread')
      .select('scope_id')
      .where('person_id', '=', maya.id)
      .where('push_due', 'is not', null)
      .execute()
  await vi.waitFor(async () => expect(await isDue()).toEqual([]), WAIT_OPTIONS)
  expect(await pushes()).toHaveLength(1)
})

test('opens the page of several files that are asked about together', async ({
  clock,
  createPair,
  given,
  pushes,
  subscribe,
}) => {
  const { maya, ada, menu } = await createPair()
  const browser = await subscribe(maya)
  const some = [
    await given.file(ada, menu, { name: 'a.txt' }),
    await given.file(ada, menu, { name: 'b.txt' }),
  ]
  const group = await given.reviewGroup(ada, menu, some)
  clock.forward(TEN_SECONDS)

  const [received] = await pushes()

  if (!received) throw new Error('nothing arrived')
  expect(browser.read(received)).toMatchObject({ url: `/client-dashboard/reviews/${group.id}` })
})
