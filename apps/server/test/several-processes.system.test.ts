import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { chat } from '@portico/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { messageFields, openTab } from './chat.ts'
import { createTestContext } from './context.ts'
import { urlOf } from './database-url.ts'
import { executeSql } from './execute-sql.ts'
import { createGiven, type TestUser } from './given.ts'
import { failToStart, startPortico, temporaryFolder } from './portico.ts'
import { startRedis } from './redis.ts'
import { startS3 } from './s3.ts'
import { uploaderAt } from './uploader.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

/** Two processes that share a database, Redis and storage, behind a load balancer. */
async function startTwo(env: Record<string, string> = {}) {
  const redis = await startRedis()
  const { ctx, connection, close } = await createTestContext()
  onTestFinished(close)
  const shared = {
    DATABASE_URL: urlOf(connection),
    REDIS_URL: redis.url,
    APP_SECRET: ctx.config.appSecret,
    STORAGE_URL: `file://${await temporaryFolder()}`,
    ...env,
  }
  const processes = await Promise.all([startPortico(shared), startPortico(shared)])
  const maya = await createGiven(ctx).client(await createGiven(ctx).freelancer())
  return {
    redis,
    ctx,
    shared,
    processes,
    front: await startLoadBalancer(processes),
    maya,
    ada: maya.freelancer,
  }
}

async function startLoadBalancer(processes: { port: string | number }[]) {
  let next = 0
  const server = createServer((near) => {
    const far = connect(Number(processes[next++ % processes.length]?.port), '127.0.0.1')
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function read<T>(address: string, { token }: TestUser, path: string): Promise<T> {
  const reply = await fetch(`${address}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  return (await reply.json()) as T
}

test('shows the same conversation on both processes', {
  timeout: 120_000,
}, async () => {
  const { processes, front, maya, ada } = await startTwo({ LIMIT_CHAT: 'off' })
  const [freelancerTab, clientTab] = [await openTab(front, ada), await openTab(front, maya)]
  await freelancerTab.join(maya)
  expect(await clientTab.join(ada)).toMatchObject({ ok: true })
  const numbers = Array.from({ length: 50 }, (_, n) => n)

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
  const third = await openTab(front, maya)
  expect(await third.send(ada, 'M 7', { clientMessageId: 'm7' })).toMatchObject({ ok: true })

  const byNumber = (received: chat.Message[]) =>
    [...new Map(received.map((one) => [one.id, one])).values()].sort((a, b) => a.number - b.number)
  await vi.waitFor(() => expect(byNumber(freelancerTab.received)).toHaveLength(100), WAIT_OPTIONS)
  await vi.waitFor(() => expect(byNumber(clientTab.received)).toHaveLength(100), WAIT_OPTIONS)
  const stored = await read<chat.Message[]>(front, ada, `/messages/history/${maya.id}?limit=200`)
  expect(stored.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
  expect(byNumber(freelancerTab.received)).toEqual(stored)
  expect(byNumber(clientTab.received)).toEqual(stored)
  for (const who of ['A', 'M'])
    expect(stored.map(({ content }) => content).filter((text) => text.startsWith(who))).toEqual(
      numbers.map((n) => `${who} ${n}`),
    )

  const seenEvents: unknown[] = []
  clientTab.socket.on('seen', (event) => seenEvents.push(event))
  await freelancerTab.socket.emitWithAck('markSeen', { peerId: maya.id, number: 80 })
  await vi.waitFor(
    () => expect(seenEvents).toEqual([{ clientId: maya.id, by: 'Freelancer', number: 80 }]),
    WAIT_OPTIONS,
  )
  for (const { url } of processes) {
    const { unread } = await read<{ unread: number }>(url, ada, '/messages/unread')
    expect(unread).toBe(
      stored.filter(({ number, senderType }) => number > 80 && senderType === 'Client').length,
    )
    const [listed] = await read<chat.Conversation[]>(url, ada, '/messages/conversations')
    expect(listed).toMatchObject({ unread, peerHere: true })
  }

  for (const tab of [clientTab, third]) tab.socket.close()
  for (const { url } of processes)
    await vi.waitFor(
      async () =>
        expect(await read(url, ada, '/messages/conversations')).toMatchObject([{ peerHere: false }]),
      WAIT_OPTIONS,
    )
})

test('applies one limit over all processes', { timeout: 120_000 }, async () => {
  const { front, maya, ada } = await startTwo({ LIMIT_CHAT: '5/600' })
  const tabs = [await openTab(front, maya), await openTab(front, maya)]

  const replies = await Promise.all(
    tabs.flatMap((tab) => Array.from({ length: 10 }, (_, n) => tab.send(ada, `M ${n}`))),
  )

  // Rejections are counted, because an allowed message may still find the database too busy.
  expect(replies.filter((reply) => !reply.ok && reply.code === 'TOO_MANY_REQUESTS')).toHaveLength(15)
})

test('loses no message when one of two processes is killed', {
  timeout: 120_000,
}, async () => {
  const { processes, maya, ada } = await startTwo({ LIMIT_CHAT: 'off' })
  const [first, second] = processes
  const freelancerTab = await openTab(second.url, ada)
  await freelancerTab.join(maya)
  const clientTab = await openTab(first.url, maya)
  await clientTab.join(ada)
  const names = Array.from({ length: 40 }, (_, n) => `m${n}`)
  const say = (tab: typeof clientTab, name: string) =>
    tab.socket
      .timeout(20_000)
      .emitWithAck('sendMessage', { ...messageFields(maya, ada, name), clientMessageId: name })
      .catch(() => null)

  const saying = names.map((name) => say(clientTab, name))
  await Promise.race(saying)
  await first.end('SIGKILL')
  const replies = await Promise.all(saying)
  const moved = await openTab(second.url, maya)
  for (const [index, reply] of replies.entries())
    if (!reply?.ok) expect(await say(moved, names[index] ?? '')).toMatchObject({ ok: true })

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

test('stores messages while Redis is away, and clients miss none after its return', {
  timeout: 120_000,
}, async () => {
  const { redis, processes, maya, ada } = await startTwo()
  const [first, second] = processes
  const freelancerTab = await openTab(second.url, ada)
  const clientTab = await openTab(first.url, maya)
  await freelancerTab.join(maya)
  await clientTab.send(ada, 'Before')
  await freelancerTab.receives(1)

  await redis.stop()
  expect(await clientTab.send(ada, 'While it is away')).toMatchObject({ ok: true, number: 2 })
  await redis.start()
  // Each process disconnects its clients when its connection to Redis is back.
  await Promise.all([freelancerTab.disconnected, clientTab.disconnected])
  const again = await openTab(second.url, ada)
  await again.join(maya)
  const stored = await read<chat.Message[]>(second.url, ada, `/messages/history/${maya.id}`)
  expect(stored.map(({ content }) => content)).toEqual(['Before', 'While it is away'])

  const back = await openTab(first.url, maya)
  await vi.waitFor(async () => {
    await back.send(ada, 'After')
    expect(again.received.map(({ content }) => content)).toContain('After')
  }, WAIT_OPTIONS)
})

test('refuses a second process in one sentence, and accepts a restart right after kill -9', {
  timeout: 120_000,
}, async () => {
  const { ctx, connection, close } = await createTestContext()
  onTestFinished(close)
  const shared = { DATABASE_URL: urlOf(connection), STORAGE_URL: `file://${await temporaryFolder()}` }
  const first = await startPortico(shared)

  // Whatever migration the second brings, it is not applied.
  await executeSql(connection, 'alter table kysely_migration rename to set_aside')
  expect(await failToStart({ ...shared, DATA_DIR: await temporaryFolder() })).toEqual({
    code: 1,
    complaint: expect.stringMatching(
      `^Another Portico \\(process ${first.pid} on \\S+\\) runs on this database: set REDIS_URL [^.]+\\.\n$`,
    ),
  })
  await executeSql(connection, 'alter table set_aside rename to kysely_migration')
  expect(await fetch(`${first.url}/readyz`)).toMatchObject({ status: 200 })

  await first.end('SIGKILL')
  const second = await startPortico({ ...shared, DATA_DIR: first.dataDir })
  expect(await fetch(`${second.url}/readyz`)).toMatchObject({ status: 200 })
  expect(await second.end('SIGTERM')).toBe(0)
  expect(await ctx.db.selectFrom('process').selectAll().execute()).toEqual([])
})

test('starts exactly one of two processes without Redis that start at once', {
  timeout: 120_000,
}, async () => {
  const { connection, close } = await createTestContext()
  onTestFinished(close)
  const shared = { DATABASE_URL: urlOf(connection), STORAGE_URL: `file://${await temporaryFolder()}` }

  const starts = await Promise.allSettled([startPortico(shared), startPortico(shared)])

  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test.for(['a folder', 'S3'])(
  'keeps half-received uploads to %s when another process starts',
  {
    timeout: 120_000,
  },
  async (kind) => {
    const s3 = kind === 'S3' ? await startS3() : null
    if (s3) onTestFinished(s3.close)
    const { processes, shared } = await startTwo(s3 ? { STORAGE_URL: s3.url } : {})
    const [first] = processes
    const ada = await uploaderAt(() => first)
    const bytes = randomBytes(3_000_000)
    const form = await ada.beginForm(bytes)
    await form.send(0.5)
    const location = (await ada.beginInPieces(bytes.length)).headers.get('location') ?? ''
    expect((await ada.sendPiece(location, 0, bytes.subarray(0, 1_000_000))).status).toBe(204)
    if (!s3) {
      const drafts = fileURLToPath(`${shared.STORAGE_URL}/drafts`)
      await vi.waitFor(async () => expect(await readdir(drafts)).toHaveLength(1), WAIT_OPTIONS)
    }

    const third = await startPortico(shared)
    await form.send(1)

    expect(await form.answer()).toMatchObject({ status: 201 })
    expect((await ada.sendPiece(location, 1_000_000, bytes.subarray(1_000_000))).status).toBe(204)
    expect((await ada.list()).map(({ size }) => size)).toEqual([bytes.length, bytes.length])
    expect(await third.end('SIGTERM')).toBe(0)
  },
)
