import type { chat } from '@portico/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type ChatTab, messageFields, openTab } from './chat.ts'
import { createTestContext } from './context.ts'
import { urlOf } from './database-url.ts'
import { createGiven } from './given.ts'
import { startPortico, temporaryFolder } from './portico.ts'
import { startProxy } from './proxy.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

/** A process whose line to its database can be cut, and two people who may chat. */
async function startCuttable() {
  const { ctx, connection, close } = await createTestContext()
  onTestFinished(close)
  const proxy = await startProxy(connection)
  const env = {
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: urlOf(proxy.connection),
    APP_SECRET: ctx.config.appSecret,
    LIMIT_CHAT: 'off',
  }
  const given = createGiven(ctx)
  const maya = await given.client(await given.freelancer())
  return { start: () => startPortico(env), ctx, proxy, maya, ada: maya.freelancer }
}

test('nothing acknowledged is lost or doubled when the server is killed or its database is away, and order holds', {
  timeout: 180_000,
}, async () => {
  const { start, proxy, maya, ada } = await startCuttable()
  let portico = await start()
  const acknowledged = new Map<string, Set<string>>()
  const everything: string[] = []

  for (const victim of ['server', 'database', 'server'] as const) {
    const names = Array.from({ length: 80 }, (_, n) => `m${everything.length + n + 1}`)
    everything.push(...names)
    const tab = await openTab(portico.url, maya)
    const saying = names.map((name) => say(tab, name))
    await Promise.race(saying)
    if (victim === 'server') await portico.end('SIGKILL')
    else proxy.cut()
    await Promise.all(saying)
    if (victim === 'server') portico = await start()
    else proxy.mend()

    const again = await openTab(portico.url, maya)
    for (const name of names)
      await vi.waitFor(async () => expect(await say(again, name)).toMatchObject({ ok: true }), WAIT_OPTIONS)
  }

  const stored: chat.Message[] = []
  for (let page: chat.Message[] | undefined; page?.length !== 0; stored.unshift(...page)) {
    const before = page ? `&before=${page[0]?.id}` : ''
    const reply = await fetch(`${portico.url}/api/messages/history/${maya.id}?limit=100${before}`, {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    page = (await reply.json()) as chat.Message[]
  }

  expect(stored.map(({ number }) => number)).toEqual(everything.map((_, n) => n + 1))
  expect(stored.map(({ clientMessageId }) => clientMessageId).sort()).toEqual([...everything].sort())
  for (const { id, clientMessageId } of stored)
    expect([...(acknowledged.get(clientMessageId ?? '') ?? [])], 'the same id each time').toEqual([id])

  async function say({ socket }: ChatTab, name: string) {
    const reply = await socket
      .timeout(5_000)
      .emitWithAck('sendMessage', { ...messageFields(maya, ada, name), clientMessageId: name })
      .catch(() => null)
    if (reply?.ok) acknowledged.set(name, (acknowledged.get(name) ?? new Set()).add(reply.id))
    return reply
  }
})

test('a message that was stored though nobody learnt of it is told when it is sent again', async () => {
  const { start, ctx, proxy, maya, ada } = await startCuttable()
  const portico = await start()
  const [hers, his] = [await openTab(portico.url, maya), await openTab(portico.url, ada)]
  await his.join(maya)
  await hers.send(ada, 'first')

  proxy.deafen()
  const saying = hers.send(ada, 'second', { clientMessageId: 'x' })
  await vi.waitFor(
    async () => expect(await ctx.db.selectFrom('message').select('number').execute()).toHaveLength(2),
    WAIT_OPTIONS,
  )
  proxy.cut()
  expect(await saying).toMatchObject({ ok: false, code: 'NOT_READY' })
  proxy.mend()

  const again = () => hers.send(ada, 'second', { clientMessageId: 'x' })
  await vi.waitFor(async () => expect(await again()).toMatchObject({ ok: true, number: 2 }), WAIT_OPTIONS)
  expect(await again()).toMatchObject({ ok: true, number: 2 })
  await hers.send(ada, 'third')
  expect(await his.receives(3)).toEqual(['first', 'second', 'third'])
})

test('a line that is cut again and again loses, doubles and disorders nothing, for either side', {
  timeout: 180_000,
}, async () => {
  const { start, maya, ada } = await startCuttable()
  const portico = await start()
  const line = await startProxy({ port: Number(portico.port) })
  const bad = `http://127.0.0.1:${line.connection.port}`
  const everything = Array.from({ length: 200 }, (_, n) => `m${n + 1}`)
  const ids = new Map<string, string>()
  const shown: chat.Message[] = []
  let cuts = 0

  for (let unsaid = everything; unsaid.length > 0; unsaid = everything.filter((name) => !ids.has(name))) {
    line.mend()
    const [hers, his] = await Promise.all([openTab(bad, maya), openTab(bad, ada)])
    await his.join(maya)
    const missed = await historyAfter(shown.at(-1))
    for (const message of missed) show(message)
    for (const message of his.received) show(message)
    his.socket.on('newMessage', show)

    // More is under way than is acknowledged when the line goes.
    const saying = unsaid.slice(0, 8).map((name) => say(hers, name))
    await saying[cuts % 6]
    line.cut()
    cuts++
    await Promise.all([...saying, hers.disconnected, his.disconnected])
  }

  for (const message of await historyAfter(shown.at(-1))) show(message)
  expect(cuts).toBeGreaterThan(24)
  expect(shown.map(({ content }) => content)).toEqual(everything)
  expect(shown.map(({ number }) => number)).toEqual(everything.map((_, n) => n + 1))
  expect(shown.map(({ id }) => id)).toEqual(everything.map((name) => ids.get(name)))

  /** As a page does: what it has already is not shown twice. */
  function show(message: chat.Message) {
    if (message.number > (shown.at(-1)?.number ?? 0)) shown.push(message)
  }

  async function say({ socket }: ChatTab, name: string) {
    const cut = new Promise<null>((resolve) => socket.once('disconnect', () => resolve(null)))
    const message = { ...messageFields(maya, ada, name), clientMessageId: name }
    const reply = await Promise.race([socket.emitWithAck('sendMessage', message), cut])
    if (reply?.ok) ids.set(name, reply.id)
  }

  async function historyAfter(last?: chat.Message) {
    const after = last ? `&after=${last.id}` : ''
    const reply = await fetch(`${portico.url}/api/messages/history/${maya.id}?limit=200${after}`, {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    return (await reply.json()) as chat.Message[]
  }
})

test('who floods is held back, and nobody else waits for it', async () => {
  const { ctx, connection, close } = await createTestContext()
  onTestFinished(close)
  const given = createGiven(ctx)
  const [maya, tom] = [
    await given.client(await given.freelancer()),
    await given.client(await given.freelancer()),
  ]
  const portico = await startPortico({
    DATABASE_URL: urlOf(connection),
    APP_SECRET: ctx.config.appSecret,
    LIMIT_CHAT: '50/600',
  })
  const [mayasTab, tomsTab] = [await openTab(portico.url, maya), await openTab(portico.url, tom)]

  const flood = Promise.all(
    Array.from({ length: 1_000 }, (_, n) => mayasTab.send(maya.freelancer, `Flood ${n}`)),
  )
  for (let n = 0; n < 20; n++)
    expect(await tomsTab.send(tom.freelancer, `Tom ${n}`)).toMatchObject({ ok: true, number: n + 1 })
  const replies = await flood

  // Counted are the refusals: what was let through may still find the database too busy.
  expect(replies.filter((reply) => !reply.ok && reply.code === 'TOO_MANY_REQUESTS')).toHaveLength(950)
})
