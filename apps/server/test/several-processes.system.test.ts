import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { type chat, files, staleTopics } from '@portico/contract'
import { test as base, expect, onTestFinished, vi } from 'vitest'
import { applyPlan } from '../src/features/billing/billing.service.ts'
import { messageFields, openTab } from './chat.ts'
import { createCleanupStack } from './cleanup-stack.ts'
import type { TestUser } from './given.ts'
import { postRequest } from './load.ts'
import { startS3 } from './s3.ts'
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

/** An upload of this size becomes several parts in the bucket, the last of which is small. */
const FILE_BYTES = 20 * 1_024 * 1_024 + 7

const TUS = { 'tus-resumable': '1.0.0' }

async function beginUpload(url: string, { token }: TestUser, projectId: string) {
  const metadata = `projectId ${btoa(projectId)},filename ${btoa('film.mp4')}`
  const { status, headers } = await fetch(`${url}/api${files.RESUMABLE_URL}`, {
    method: 'POST',
    headers: {
      ...TUS,
      authorization: `Bearer ${token}`,
      'upload-length': `${FILE_BYTES}`,
      'upload-metadata': metadata,
    },
  })
  expect(status).toBe(201)
  return headers.get('location') ?? ''
}

async function offsetAt(url: string, { token }: TestUser, path: string) {
  const reply = await fetch(url + path, {
    method: 'HEAD',
    headers: { ...TUS, authorization: `Bearer ${token}` },
  })
  return { status: reply.status, offset: Number(reply.headers.get('upload-offset')) }
}

/** Begins to send a piece, which `end` completes. */
function openPiece(url: string, { token }: TestUser, path: string, offset: number) {
  const call = request(url + path, {
    method: 'PATCH',
    headers: {
      ...TUS,
      authorization: `Bearer ${token}`,
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
    },
  })
  call.on('error', () => {})
  return call
}

async function sendPiece(url: string, user: TestUser, path: string, offset: number, bytes: Buffer) {
  const call = openPiece(url, user, path, offset)
  call.end(bytes)
  const [response] = await once(call, 'response')
  response.resume()
  return response.statusCode
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Two processes with their files in a bucket, for the whole file. Each test leaves both running. */
const test = base
  .extend('s3', { scope: 'file' }, async ({}, { onCleanup }) => {
    const s3 = await startS3()
    onCleanup(s3.close)
    return s3
  })
  .extend('processes', { scope: 'file' }, ({ s3 }, { onCleanup }) =>
    startTwo({ LIMIT_CHAT: '100/600', STORAGE_URL: s3.url }, createCleanupStack(onCleanup)),
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

test('stores a file whose pieces arrive at one process after the other', {
  timeout: 400_000,
}, async ({ processes: { ctx, first, second }, s3, given, maya }) => {
  const { id: projectId } = await given.project(maya)
  const bytes = randomBytes(FILE_BYTES)
  const path = await beginUpload(first.url, maya, projectId)

  const ends = [10, 9_000_000, 9_000_001, FILE_BYTES]
  for (const [n, end] of ends.entries()) {
    const { url } = n % 2 ? first : second
    const offset = ends[n - 1] ?? 0
    expect(await offsetAt(url, maya, path)).toEqual({ status: 200, offset })
    expect(await sendPiece(url, maya, path, offset, bytes.subarray(offset, end))).toBe(204)
  }

  const stored = ctx.db.selectFrom('file').select(['state', 'sha256']).where('project_id', '=', projectId)
  expect(await stored.execute()).toMatchObject([
    { state: 'stored', sha256: Buffer.from(sha256(bytes), 'hex') },
  ])
  for (const { url } of [first, second]) {
    const [file] = await read<files.File[]>(url, maya, `/files/project/${projectId}`)
    const reply = await fetch(
      `${url}${new URL(file?.fileUrl ?? '').pathname}${new URL(file?.fileUrl ?? '').search}`,
    )
    expect(sha256(Buffer.from(await reply.arrayBuffer()))).toBe(sha256(bytes))
  }
  expect(await s3.multiparts()).toEqual([])
})

test('notices within two seconds at both processes that a plan has changed', async ({
  processes: { ctx, first, second },
  maya,
}) => {
  const ada = maya.freelancer
  const tabs = await Promise.all([openTab(first.url, ada), openTab(second.url, maya)])
  const notified = tabs.map(
    ({ socket }) =>
      new Promise<void>((resolve) =>
        socket.on('changed', (topics) => {
          if (String(topics) === String(staleTopics['billing.planChanged'])) resolve()
        }),
      ),
  )
  expect(await tabs[1]?.send(ada, 'On Pro')).toMatchObject({ ok: true })

  const changedAt = performance.now()
  await applyPlan(ctx, ada.id, 'free')
  await Promise.all(notified)

  expect(performance.now() - changedAt).toBeLessThan(2_000)
  expect(await tabs[0]?.send(maya, 'On Free')).toMatchObject({ ok: false })
  expect(await tabs[1]?.send(ada, 'On Free')).toMatchObject({ ok: false })
  for (const { url } of [first, second])
    expect(await read(url, ada, '/billing/status')).toMatchObject({ plan: 'free' })
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
test('loses no message and no byte of an upload when one of two processes is killed', {
  timeout: 400_000,
}, async ({ processes: { ctx, first, second }, given, s3, maya }) => {
  const ada = maya.freelancer
  const { id: projectId } = await given.project(maya)
  const bytes = randomBytes(FILE_BYTES)
  const path = await beginUpload(first.url, maya, projectId)
  const piece = openPiece(first.url, maya, path, 0)
  piece.write(bytes.subarray(0, 18_000_000))
  const saved = ctx.db.selectFrom('partial_upload').select('state').where('state', 'is not', null)
  // One part has arrived in the bucket, and more is on its way.
  await vi.waitFor(
    async () => expect((await saved.execute())[0]?.state?.size).toBeGreaterThan(0),
    WAIT_OPTIONS,
  )
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
  piece.destroy()
  const { offset } = await offsetAt(second.url, maya, path)
  expect(await sendPiece(second.url, maya, path, offset, bytes.subarray(offset))).toBe(204)
  const files = await ctx.db.selectFrom('file').select('sha256').where('project_id', '=', projectId).execute()
  expect(offset).toBeGreaterThan(0)
  expect(files.map((file) => file.sha256?.toString('hex'))).toEqual([sha256(bytes)])
  expect(await s3.multiparts()).toEqual([])
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
