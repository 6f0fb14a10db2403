import type { chat } from '@portico/contract'
import { test as base, expect, vi } from 'vitest'
import { type ChatTab, messageFields, openTab } from './chat.ts'
import { createCleanupStack } from './cleanup-stack.ts'
import { createTestContext } from './context.ts'
import { urlOf } from './database-url.ts'
import { createGiven } from './given.ts'
import { startPortico, temporaryFolder } from './portico.ts'
import { startProxy } from './proxy.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

/** One server for the whole file, whose database connection can fail. Each test leaves it running and connected. */
const test = base
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const clean = createCleanupStack(onCleanup)
    const { ctx, connection, close } = await createTestContext({}, { isInstalled: false })
    clean(close)
    const proxy = await startProxy(connection, clean)
    const env = {
      DATA_DIR: await temporaryFolder(clean),
      DATABASE_URL: urlOf(proxy.connection),
      APP_SECRET: ctx.config.appSecret,
      LIMIT_CHAT: 'off',
    }
    const start = () => startPortico(env, { onCleanup: clean })
    let portico = await start()
    return {
      ctx,
      proxy,
      portico: () => portico,
      async kill() {
        await portico.end('SIGKILL')
      },
      async restart() {
        portico = await start()
      },
    }
  })
  .extend('ctx', ({ server }) => server.ctx)
  .extend('proxy', ({ server: { proxy } }, { onCleanup }) => {
    onCleanup(() => proxy.restore())
    return proxy
  })
  .extend('maya', async ({ ctx }) => {
    const given = createGiven(ctx)
    return given.client(await given.freelancer())
  })

test('keeps acknowledged messages once and in order when the server is killed or its database disconnects', {
  timeout: 400_000,
}, async ({ server, proxy, maya }) => {
  const ada = maya.freelancer
  const acknowledged = new Map<string, Set<string>>()
  const everything: string[] = []

  for (const victim of ['database', 'server'] as const) {
    const names = Array.from({ length: 40 }, (_, n) => `m${everything.length + n + 1}`)
    everything.push(...names)
    const tab = await openTab(server.portico().url, maya)
    const sending = names.map((name) => say(tab, name))
    await Promise.race(sending)
    if (victim === 'server') await server.kill()
    else proxy.disconnect()
    await Promise.all(sending)
    if (victim === 'server') await server.restart()
    else proxy.restore()

    const again = await openTab(server.portico().url, maya)
    for (const name of names)
      await vi.waitFor(async () => expect(await say(again, name)).toMatchObject({ ok: true }), WAIT_OPTIONS)
  }

  const stored: chat.Message[] = []
  for (let page: chat.Message[] | undefined; page?.length !== 0; stored.unshift(...page)) {
    const before = page ? `&before=${page[0]?.id}` : ''
    const reply = await fetch(`${server.portico().url}/api/messages/history/${maya.id}?limit=100${before}`, {
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

test('announces a stored message whose result was lost when it is sent again', async ({
  server,
  ctx,
  proxy,
  maya,
}) => {
  const ada = maya.freelancer
  const { url } = server.portico()
  const [hers, his] = [await openTab(url, maya), await openTab(url, ada)]
  const stored = ctx.db.selectFrom('message').select('number').where('client_id', '=', maya.id)
  await his.join(maya)
  await hers.send(ada, 'first')

  proxy.dropResponsesFrom('store_messages')
  const sending = hers.send(ada, 'second', { clientMessageId: 'x' })
  await vi.waitFor(async () => expect(await stored.execute()).toHaveLength(2), WAIT_OPTIONS)
  proxy.disconnect()
  expect(await sending).toMatchObject({ ok: false, code: 'NOT_READY' })
  proxy.restore()

  const again = () => hers.send(ada, 'second', { clientMessageId: 'x' })
  await vi.waitFor(async () => expect(await again()).toMatchObject({ ok: true, number: 2 }), WAIT_OPTIONS)
  expect(await again()).toMatchObject({ ok: true, number: 2 })
  await hers.send(ada, 'third')
  expect(await his.receives(3)).toEqual(['first', 'second', 'third'])
})

test('delivers every message once and in order over a connection that breaks repeatedly', {
  timeout: 400_000,
}, async ({ server, maya }) => {
  const ada = maya.freelancer
  const portico = server.portico()
  const clientProxy = await startProxy({ port: Number(portico.port) })
  const address = `http://127.0.0.1:${clientProxy.connection.port}`
  const everything = Array.from({ length: 80 }, (_, n) => `m${n + 1}`)
  const ids = new Map<string, string>()
  const shown: chat.Message[] = []
  let disconnects = 0

  for (let unsent = everything; unsent.length > 0; unsent = everything.filter((name) => !ids.has(name))) {
    clientProxy.restore()
    const [hers, his] = await Promise.all([openTab(address, maya), openTab(address, ada)])
    await his.join(maya)
    const missed = await historyAfter(shown.at(-1))
    for (const message of missed) show(message)
    for (const message of his.received) show(message)
    his.socket.on('newMessage', show)

    // When the connection breaks, more messages are on their way than are acknowledged.
    const sending = unsent.slice(0, 8).map((name) => say(hers, name))
    await sending[disconnects % 6]
    clientProxy.disconnect()
    disconnects++
    await Promise.all([...sending, hers.disconnected, his.disconnected])
  }

  for (const message of await historyAfter(shown.at(-1))) show(message)
  expect(disconnects).toBeGreaterThan(9)
  expect(shown.map(({ content }) => content)).toEqual(everything)
  expect(shown.map(({ number }) => number)).toEqual(everything.map((_, n) => n + 1))
  expect(shown.map(({ id }) => id)).toEqual(everything.map((name) => ids.get(name)))

  /** Ignores messages that are shown already, as the page does. */
  function show(message: chat.Message) {
    if (message.number > (shown.at(-1)?.number ?? 0)) shown.push(message)
  }

  async function say({ socket }: ChatTab, name: string) {
    const disconnected = new Promise<null>((resolve) => socket.once('disconnect', () => resolve(null)))
    const message = { ...messageFields(maya, ada, name), clientMessageId: name }
    const reply = await Promise.race([socket.emitWithAck('sendMessage', message), disconnected])
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
