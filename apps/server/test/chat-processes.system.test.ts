import type { chat } from '@portico/contract'
import { test as base, expect, onTestFinished, vi } from 'vitest'
import { messageFields, openTab } from './chat.ts'
import { createCleanupStack } from './cleanup-stack.ts'
import type { TestUser } from './given.ts'
import { postRequest } from './load.ts'
import { startTwo } from './two-processes.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

async function read<T>(address: string, { token }: TestUser, path: string): Promise<T> {
  const reply = await fetch(`${address}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  return (await reply.json()) as T
}

async function readiness({ url }: { url: string }) {
  const response = await fetch(`${url}/readyz`)
  return { status: response.status, body: await response.json() }
}

/** Two processes for the whole file. Each test leaves both running. */
const test = base
  .extend('processes', { scope: 'file' }, ({}, { onCleanup }) =>
    startTwo({ LIMIT_CHAT: '100/600' }, createCleanupStack(onCleanup)),
  )
  .extend('given', ({ processes }) => processes.given)
  .extend('maya', async ({ given }) => given.client(await given.freelancer()))

test('shows the same conversation on both processes', {
  timeout: 400_000,
}, async ({ processes: { first, second, proxyUrl }, maya }) => {
  const ada = maya.freelancer
  const [freelancerTab, clientTab] = [await openTab(proxyUrl, ada), await openTab(proxyUrl, maya)]
  await freelancerTab.join(maya)
  expect(await clientTab.join(ada)).toMatchObject({ ok: true })
  const numbers = Array.from({ length: 20 }, (_, n) => n)

  await vi.waitFor(
    async () => expect(await clientTab.join(ada)).toMatchObject({ peerHere: true }),
    WAIT_OPTIONS,
  )
  await vi.waitFor(
    async () => expect(await freelancerTab.join(maya)).toMatchObject({ peerHere: true }),
    WAIT_OPTIONS,
  )
  await Promise.all(
    numbers.flatMap((n) => [
      freelancerTab.send(maya, `A ${n}`),
      clientTab.send(ada, `M ${n}`, { clientMessageId: `m${n}` }),
      clientTab.send(ada, `M ${n}`, { clientMessageId: `m${n}` }),
    ]),
  )
  const third = await openTab(proxyUrl, maya)
  expect(await third.send(ada, 'M 7', { clientMessageId: 'm7' })).toMatchObject({ ok: true })

  const byNumber = (received: chat.Message[]) =>
    [...new Map(received.map((one) => [one.id, one])).values()].sort((a, b) => a.number - b.number)
  await vi.waitFor(() => expect(byNumber(freelancerTab.received)).toHaveLength(40), WAIT_OPTIONS)
  await vi.waitFor(() => expect(byNumber(clientTab.received)).toHaveLength(40), WAIT_OPTIONS)
  const stored = await read<chat.Message[]>(proxyUrl, ada, `/messages/history/${maya.id}?limit=200`)
  expect(stored.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
  expect(byNumber(freelancerTab.received)).toEqual(stored)
  expect(byNumber(clientTab.received)).toEqual(stored)
  for (const prefix of ['A', 'M'])
    expect(stored.map(({ content }) => content).filter((text) => text.startsWith(prefix))).toEqual(
      numbers.map((n) => `${prefix} ${n}`),
    )

  const seenEvents: unknown[] = []
  clientTab.socket.on('seen', (event) => seenEvents.push(event))
  await freelancerTab.socket.emitWithAck('markSeen', { peerId: maya.id, number: 30 })
  await vi.waitFor(
    () =>
      expect(seenEvents).toEqual([
        expect.objectContaining({ clientId: maya.id, by: 'Freelancer', number: 30 }),
      ]),
    WAIT_OPTIONS,
  )
  for (const { url } of [first, second]) {
    const { unread } = await read<{ unread: number }>(url, ada, '/messages/unread')
    expect(unread).toBe(
      stored.filter(({ number, senderType }) => number > 30 && senderType === 'Client').length,
    )
    const [listed] = await read<chat.Conversation[]>(url, ada, '/messages/conversations')
    expect(listed).toMatchObject({ unread, peerHere: true })
  }

  for (const tab of [clientTab, third]) tab.socket.close()
  for (const { url } of [first, second])
    await vi.waitFor(
      async () =>
        expect(await read(url, ada, '/messages/conversations')).toMatchObject([{ peerHere: false }]),
      WAIT_OPTIONS,
    )
})

test('limits a client that floods both processes, and delays nobody else', async ({
  processes,
  given,
  maya,
}) => {
  const tom = await given.client(await given.freelancer())
  const tabs = [await openTab(processes.first.url, maya), await openTab(processes.second.url, maya)]
  const tomsTab = await openTab(processes.first.url, tom)

  const flood = Promise.all(
    tabs.flatMap((tab) => Array.from({ length: 200 }, (_, n) => tab.send(maya.freelancer, `Flood ${n}`))),
  )
  for (let n = 0; n < 20; n++)
    expect(await tomsTab.send(tom.freelancer, `Tom ${n}`)).toMatchObject({ ok: true, number: n + 1 })
  const replies = await flood

  // Rejections are counted, because an allowed message may still find the database too busy.
  expect(replies.filter((reply) => !reply.ok && reply.code === 'TOO_MANY_REQUESTS')).toHaveLength(300)
})

test('stores messages during an outage of Redis, and delivers them afterwards', {
  timeout: 400_000,
}, async ({ processes: { redis, first, second }, maya }) => {
  const ada = maya.freelancer
  const freelancerTab = await openTab(second.url, ada)
  const clientTab = await openTab(first.url, maya)
  await freelancerTab.join(maya)
  await clientTab.send(ada, 'Before')
  await freelancerTab.receives(1)

  await redis.stop()
  expect(await clientTab.send(ada, 'During the outage')).toMatchObject({ ok: true, number: 2 })
  await redis.start()
  // Each process disconnects its clients when its connection to Redis is back.
  await Promise.all([freelancerTab.disconnected, clientTab.disconnected])
  const reopened = await openTab(second.url, ada)
  await reopened.join(maya)
  const stored = await read<chat.Message[]>(second.url, ada, `/messages/history/${maya.id}`)
  expect(stored.map(({ content }) => content)).toEqual(['Before', 'During the outage'])

  const sender = await openTab(first.url, maya)
  await vi.waitFor(async () => {
    await sender.send(ada, 'After')
    expect(reopened.received.map(({ content }) => content)).toContain('After')
  }, WAIT_OPTIONS)
})

test('logs in, searches and chats within each process while Redis is silent', {
  timeout: 400_000,
}, async ({ processes: { redis, first, second }, maya }) => {
  const ada = maya.freelancer
  const [clientTab, freelancerTab] = [await openTab(first.url, maya), await openTab(first.url, ada)]
  await freelancerTab.join(maya)
  redis.pause()
  onTestFinished(() => void redis.resume())

  const login = await fetch(
    `${first.url}/api/auth/login`,
    postRequest({ email: ada.email, password: ada.password }),
  )
  expect(login.status).toBe(200)
  await read(first.url, ada, '/search?q=maya')
  await read(first.url, ada, '/messages/conversations')
  expect(await clientTab.send(ada, 'During the silence')).toMatchObject({ ok: true })
  expect(await freelancerTab.receives(1)).toEqual(['During the silence'])
  await vi.waitFor(
    async () =>
      expect(await Promise.all([readiness(first), readiness(second)])).toMatchObject([
        { status: 200, body: { status: 'ready', redis: 'failing' } },
        { status: 200, body: { status: 'ready', redis: 'failing' } },
      ]),
    WAIT_OPTIONS,
  )

  redis.resume()
  await Promise.all([clientTab.disconnected, freelancerTab.disconnected])
  await vi.waitFor(
    async () =>
      expect(await Promise.all([readiness(first), readiness(second)])).toMatchObject([
        { body: { redis: 'ok' } },
        { body: { redis: 'ok' } },
      ]),
    WAIT_OPTIONS,
  )
  const lines = () => first.output.filter((line) => /Redis (does not answer:|answers again)/.test(line))
  await vi.waitFor(
    () =>
      expect(lines().slice(-2)).toEqual([
        expect.stringMatching(/"level":50.*Redis does not answer/),
        expect.stringMatching(/"level":30.*Redis answers again/),
      ]),
    WAIT_OPTIONS,
  )
})

// The last test, because it kills a process.
test('loses no message when one of two processes is killed', {
  timeout: 400_000,
}, async ({ processes: { first, second }, maya }) => {
  const ada = maya.freelancer
  const freelancerTab = await openTab(second.url, ada)
  await freelancerTab.join(maya)
  const clientTab = await openTab(first.url, maya)
  await clientTab.join(ada)
  const names = Array.from({ length: 40 }, (_, n) => `m${n}`)
  const send = (tab: typeof clientTab, name: string) =>
    tab.socket
      .timeout(20_000)
      .emitWithAck('sendMessage', { ...messageFields(maya, ada, name), clientMessageId: name })
      .catch(() => null)

  const sending = names.map((name) => send(clientTab, name))
  await Promise.race(sending)
  await first.end('SIGKILL')
  const replies = await Promise.all(sending)
  const moved = await openTab(second.url, maya)
  for (const [index, reply] of replies.entries())
    if (!reply?.ok) expect(await send(moved, names[index] ?? '')).toMatchObject({ ok: true })

  const stored = await read<chat.Message[]>(second.url, ada, `/messages/history/${maya.id}?limit=200`)
  expect(stored.map(({ clientMessageId }) => clientMessageId).sort()).toEqual([...names].sort())
  await vi.waitFor(
    () =>
      expect(new Set(freelancerTab.received.map(({ clientMessageId }) => clientMessageId))).toEqual(
        new Set(names),
      ),
    WAIT_OPTIONS,
  )
})
