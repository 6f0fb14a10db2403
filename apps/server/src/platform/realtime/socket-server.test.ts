import { on, once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { type Change, clients, projects, staleTopics, type Topic } from '@portico/contract'
import { createSigner } from 'fast-jwt'
import { afterEach, describe, onTestFinished, vi } from 'vitest'
import { createTestContext } from '../../../test/context.ts'
import { test as base, expect, tokenFromUrl } from '../../../test/fixtures.ts'
import { createGiven } from '../../../test/given.ts'
import { connectAs, handshakeErrorOf, openSocket } from '../../../test/socket.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { expectWithinASecond } from '../../../test/within-a-second.ts'
import { buildApp } from '../../app.ts'

const test = base.extend('address', { scope: 'file' }, ({ app }) =>
  app.listen({ port: 0, host: '127.0.0.1' }),
)
const NOBODY = { message: 'Please log in.', code: 'NOT_SIGNED_IN' }
const inAnHour = () => Math.floor(Date.now() / 1_000) + 3_600

describe('who comes in', () => {
  test('nobody without a token, or with anything else in its place', async ({ address }) => {
    for (const auth of [
      undefined,
      {},
      { token: null },
      { token: 7 },
      { token: ['a'] },
      { token: {} },
      { token: '' },
    ])
      expect(await handshakeErrorOf(openSocket(address, auth)), JSON.stringify(auth)).toEqual(NOBODY)
  })

  test('nobody with a token that is not a living session of ours', async ({ address, given, ctx }) => {
    const maya = await given.client(await given.freelancer())
    const [, payload, signature] = maya.token.split('.')
    const claims = { ...ctx.tokens.read(maya.token), exp: inAnHour() }
    const unsigned = (alg: string) => {
      const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url')
      return `${header}.${payload}.`
    }
    const stranger = createSigner({ key: 'a secret that is not the one of this server', algorithm: 'HS256' })

    for (const [what, token] of Object.entries({
      'a login link': tokenFromUrl(maya.loginUrl),
      'no algorithm': unsigned('none'),
      'No algorithm': unsigned('None'),
      'NO algorithm, signed': `${unsigned('NONE')}${signature}`,
      'another secret': stranger(claims),
      'another payload': maya.token.replace(payload ?? '', Buffer.from('{}').toString('base64url')),
      expired: ctx.tokens.sign({ ...claims, exp: 1 } as never),
      'the other role': ctx.tokens.sign({ ...claims, role: 'freelancer' } as never),
      'somebody else': ctx.tokens.sign({ ...claims, sub: maya.freelancer.id } as never),
      'very long': 'a'.repeat(50_000),
    }))
      expect(await handshakeErrorOf(openSocket(address, { token })), what).toEqual(NOBODY)
  })

  test('nobody whose session has ended', async ({ address, given, ctx }) => {
    const ada = await given.freelancer()
    await ctx.db.deleteFrom('session').where('id', '=', ada.sessionId).execute()

    expect(await handshakeErrorOf(openSocket(address, ada))).toEqual(NOBODY)
  })

  test('nobody of whom it cannot be told any more whether their session lives', async ({
    address,
    given,
    ctx,
  }) => {
    const ada = await given.freelancer()
    const find = vi.spyOn(ctx.sessionCache, 'find')
    onTestFinished(() => void find.mockRestore())
    for (const answer of [async () => null, () => Promise.reject(new Error('The database is away.'))]) {
      find.mockReturnValueOnce(Promise.resolve(ada)).mockImplementationOnce(answer)
      const socket = openSocket(address, ada)

      const [reason] = await once(socket as never, 'disconnect')
      expect(reason).toBe('io server disconnect')
    }
  })

  test('no page of another place', async ({ address, given, ctx }) => {
    const { token } = await given.freelancer()
    const { host } = new URL(address)

    for (const origin of ['http://evil.test', `http://${host}.evil.test`, 'null', 'file://', `${host}`])
      expect((await handshakeErrorOf(openSocket(address, { token }, { origin }))).message, origin).toBe(
        'websocket error',
      )
    for (const origin of [address, `https://${host}`, ctx.config.publicUrl]) {
      const socket = openSocket(address, { token }, { origin })
      await once(socket as never, 'connect')
    }
  })

  test('not by polling, and nothing is served over plain HTTP', async ({ address }) => {
    for (const path of ['/socket.io/?EIO=4&transport=polling', '/socket.io/socket.io.js', '/socket.io/'])
      expect((await fetch(`${address}${path}`)).status, path).toBe(404)
  })

  test('up to a hundred times', async ({ address, given }) => {
    const [ada, eve] = await Promise.all([given.freelancer(), given.freelancer()])
    const { socket } = await connectAs(address, ada)
    await Promise.all(Array.from({ length: 99 }, () => connectAs(address, ada)))

    expect(await handshakeErrorOf(openSocket(address, ada))).toEqual({
      message: 'Portico is open in too many places.',
      code: 'TOO_MANY_CONNECTIONS',
    })
    await connectAs(address, eve)
    socket.close()
    await vi.waitFor(() => connectAs(address, ada), WAIT_OPTIONS)
  })

  test('once by each connection, however often it asks', async ({ address, given }) => {
    const ada = await given.freelancer()
    const hello = `40${JSON.stringify({ token: ada.token })}`
    const line = await openRaw(address)
    line.write(Buffer.concat([hello, hello, hello].map(frameOf)))

    const heard = await heardUntil(line, /^(?=.*40\{"sid").*TOO_MANY_CONNECTIONS.*TOO_MANY_CONNECTIONS/s)
    expect(heard.match(/40\{"sid"/g)).toHaveLength(1)
  })

  test('an offer of another protocol is not taken, and the request answered', async ({ address }) => {
    const reply = await raw(address, [
      'GET /healthz HTTP/1.1',
      'Host: portico',
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    ])
    expect(reply).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('who hears what', () => {
  test('both sides hear of a project; a sibling and a stranger do not', async ({ address, given, api }) => {
    const ada = await given.freelancer()
    const [maya, sibling, stranger] = [
      await given.client(ada),
      await given.client(ada),
      await given.freelancer(),
    ]
    const [adas, mayas, siblings, strangers] = await Promise.all(
      [ada, maya, sibling, stranger].map((person) => connectAs(address, person)),
    )

    const { id } = await given.project(maya)
    await api.as(ada).call(projects.update, { params: { id }, body: { status: 'In Progress' } })
    await api.as(ada).call(projects.setDueDate, { params: { id }, body: { dueDate: null } })
    await api.as(ada).call(projects.remove, { params: { id } })

    const news = Array(4).fill(['projects', 'clients', 'conversations', 'dashboard'])
    await vi.waitFor(() => expect(withoutPlan(mayas?.heard)).toEqual(news), WAIT_OPTIONS)
    await vi.waitFor(() => expect(withoutPlan(adas?.heard)).toEqual(news), WAIT_OPTIONS)
    // What is sent to them next is the first they hear.
    await given.project(sibling)
    await vi.waitFor(() => expect(withoutPlan(siblings?.heard)).toHaveLength(1), WAIT_OPTIONS)
    await given.client(stranger)
    await vi.waitFor(
      () => expect(withoutPlan(strangers?.heard)).toEqual([['clients', 'conversations', 'dashboard']]),
      WAIT_OPTIONS,
    )
    expect(withoutPlan(mayas?.heard)).toEqual(news)
  })

  test('a client hears that they were edited', async ({ address, given, api }) => {
    const maya = await given.client(await given.freelancer())
    const { heard } = await connectAs(address, maya)

    await api
      .as(maya.freelancer)
      .call(clients.update, { params: { id: maya.id }, body: { firstName: 'May' } })

    await vi.waitFor(
      () =>
        expect(withoutPlan(heard)).toEqual([
          ['clients', 'projects', 'feedback', 'conversations', 'dashboard'],
        ]),
      WAIT_OPTIONS,
    )
  })
})

describe('when it ends', () => {
  test('within a second of the session, wherever it was ended; the others stay', async ({
    address,
    given,
    ctx,
  }) => {
    const { maya, adas } = await expectWithinASecond(async () => {
      const ada = await given.freelancer()
      const maya = await given.client(ada)
      const [adas, ...mayas] = await Promise.all([ada, maya, maya].map((one) => connectAs(address, one)))
      await ctx.db.deleteFrom('client').where('id', '=', maya.id).execute()
      const isOver = async () => {
        for (const { disconnected } of mayas)
          expect(await disconnected).toEqual(['io server disconnect', undefined])
      }
      return { isOver, maya, adas }
    })

    expect(adas?.socket.connected).toBe(true)
    expect(await handshakeErrorOf(openSocket(address, maya))).toEqual(NOBODY)
  })

  test('when its token expires', async () => {
    const { ctx, close } = await createTestContext()
    const app = await buildApp(ctx, { web: false })
    onTestFinished(async () => {
      await app.close()
      await close()
    })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const ada = await createGiven(ctx).freelancer()
    const { disconnected } = await connectAs(address, ada)

    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ctx.config.sessionTtl * 1_000 })

    expect(await disconnected).toEqual(['io server disconnect', undefined])
    expect(await handshakeErrorOf(openSocket(address, ada))).toEqual(NOBODY)
  })

  test('when nobody reads what is said to it', async ({ address, given, ctx }) => {
    const ada = await given.freelancer()
    const line = await openRaw(address)
    line.write(frameOf(`40${JSON.stringify({ token: ada.token })}`))
    await heardUntil(line, /40\{"sid"/)
    line.pause()
    const long = Array.from({ length: 10_000 }, () => 'projects')
    Object.assign(staleTopics, { long })

    for (let n = 0; n < 200; n++) ctx.live.changed([ada], 'long' as Change)

    await vi.waitFor(async () => expect(await ctx.presence.isOnline(ada)).toBe(false), WAIT_OPTIONS)
  })

  test('with the server, which does not wait for lines that say nothing', async () => {
    const { ctx, close } = await createTestContext()
    onTestFinished(close)
    const app = await buildApp(ctx, { web: false })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const { disconnected } = await connectAs(address, await createGiven(ctx).freelancer())
    const silent = createConnection(Number(new URL(address).port), '127.0.0.1')
    silent.write(`${UPGRADE.join('\r\n')}\r\n\r\n`)
    expect(String(await once(silent, 'data'))).toMatch(/^HTTP\/1.1 101 /)

    const since = performance.now()
    await app.close()

    expect(await disconnected).toEqual(['transport close', expect.anything()])
    // Left to itself, the library waits half a minute for the other end.
    expect(performance.now() - since).toBeLessThan(20_000)
  })
})

describe('whatever is sent', () => {
  afterEach(() => vi.restoreAllMocks())

  test('unknown and reserved events, and anything in them, are ignored', async ({ address, given }) => {
    const ada = await given.freelancer()
    const { socket } = await connectAs(address, ada)
    const emit = socket.emit.bind(socket) as unknown as (...args: unknown[]) => void

    for (const name of ['anything', 'error', 'message', 'ping', '__proto__', 'constructor', 'changed', ''])
      for (const args of [[], [null], [1], [{}], [[]], ['x'.repeat(10_000)], [Buffer.alloc(100)], [() => {}]])
        emit(name, ...args)

    await stillWorks(address, given)
    expect(socket.connected).toBe(true)
  })

  test.for([
    ['a reserved event', '42["disconnect"]'],
    ['another reserved event', '42["newListener",{}]'],
    ['no event', '42[]'],
    ['not a list', '42{}'],
    ['not JSON', '42["a'],
    ['an unknown packet', '49'],
    ['an unknown frame', '9'],
    ['nothing', ''],
    ['an acknowledgement nobody waits for', '43999[]'],
    ['too many attachments', '45999999-["a",{"_placeholder":true,"num":0}]'],
    ['an attachment that is none', '451-["a",{"_placeholder":true,"num":9e9}]'],
    ['a second handshake', '40{"token":"x"}'],
    ['another namespace', '40/admin,{}'],
    ['a refusal', '44{"message":"no"}'],
    ['very deep', `42["a",${'['.repeat(30_000)}${']'.repeat(30_000)}]`],
    ['more than 64 KiB', `42["${'x'.repeat(70_000)}"]`],
  ])('%s hurts nobody', async ([, frame], { address, given }) => {
    const ada = await given.freelancer()
    const line = new WebSocket(`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    onTestFinished(() => line.close())
    const said: unknown[] = []
    line.addEventListener('message', ({ data }) => said.push(data))
    line.addEventListener('open', () => line.send(`40${JSON.stringify({ token: ada.token })}`))
    await vi.waitFor(() => expect(said).toContainEqual(expect.stringMatching(/^40\{"sid"/)), WAIT_OPTIONS)
    line.send(frame as string)
    line.send(new Uint8Array([1, 2, 3]))

    await stillWorks(address, given)
  })

  test('a broken upgrade hurts nobody', async ({ address, given }) => {
    for (const lines of [
      UPGRADE.filter((line) => !line.startsWith('Sec-WebSocket-Key')),
      UPGRADE.map((line) => line.replace('Version: 13', 'Version: 1')),
      ['GET /socket.io/?EIO=3&transport=websocket HTTP/1.1', ...UPGRADE.slice(1)],
      ['GET /socket.io/?EIO=4&transport=nothing HTTP/1.1', ...UPGRADE.slice(1)],
      ['GET /socket.io/?EIO=4&transport=websocket&sid=__proto__ HTTP/1.1', ...UPGRADE.slice(1)],
      ['POST /socket.io/?EIO=4&transport=websocket HTTP/1.1', ...UPGRADE.slice(1)],
      ['GET /socket.io/?%zz&transport[]=%00 HTTP/1.1', ...UPGRADE.slice(1)],
      ['GET /socket.io/..//@ HTTP/1.1', ...UPGRADE.slice(1)],
    ])
      expect(await raw(address, lines), lines[0]).not.toMatch(/^HTTP\/1.1 2/)

    await stillWorks(address, given)
  })

  async function stillWorks(address: string, given: ReturnType<typeof createGiven>) {
    const eve = await given.freelancer()
    const { heard } = await connectAs(address, eve)
    await given.client(eve)
    await vi.waitFor(
      () => expect(heard).toContainEqual(['clients', 'conversations', 'dashboard']),
      WAIT_OPTIONS,
    )
  }
})

/** What was heard, but for the news of the plan that a freelancer was given a moment before. */
function withoutPlan(heard: (readonly Topic[])[] = []) {
  return heard.filter(([first]) => first !== 'conversations')
}

/** A WebSocket that nobody looks after. */
async function openRaw(address: string) {
  const line = createConnection(Number(new URL(address).port), '127.0.0.1')
  onTestFinished(() => void line.destroy())
  line.on('error', () => {})
  line.write(`${UPGRADE.join('\r\n')}\r\n\r\n`)
  await heardUntil(line, /^HTTP\/1.1 101 /)
  return line
}

async function heardUntil(line: Socket, wanted: RegExp) {
  let heard = ''
  for await (const [data] of on(line, 'data', { close: ['close'] })) {
    heard += String(data)
    if (wanted.test(heard)) break
  }
  return heard
}

/** As a browser sends a short text. */
function frameOf(text: string) {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0xfe, bytes.length >> 8, bytes.length & 0xff, 0, 0, 0, 0]), bytes])
}

const UPGRADE = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  'Host: portico',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
]

/** The first of what the server answers to these header lines; empty when it hangs up. */
async function raw(address: string, lines: string[]) {
  const line = createConnection(Number(new URL(address).port), '127.0.0.1')
  onTestFinished(() => void line.destroy())
  line.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [first] = await Promise.race([once(line, 'data'), once(line, 'close').then(() => [''])])
  return String(first)
}
