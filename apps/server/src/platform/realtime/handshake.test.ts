import { once } from 'node:events'
import { createSigner } from 'fast-jwt'
import { onTestFinished, vi } from 'vitest'
import { expect, tokenFromUrl } from '../../../test/fixtures.ts'
import { openRawSocket, readUntil, textFrame } from '../../../test/raw-socket.ts'
import { connectAs, handshakeErrorOf, openSocket, test } from '../../../test/socket.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'

const NOT_SIGNED_IN = { message: 'Please log in.', code: 'NOT_SIGNED_IN' }

const inAnHour = () => Math.floor(Date.now() / 1_000) + 3_600

test('refuses a handshake without a token, or with anything but a string', async ({ address }) => {
  for (const auth of [
    undefined,
    {},
    { token: null },
    { token: 7 },
    { token: ['a'] },
    { token: {} },
    { token: '' },
  ])
    expect(await handshakeErrorOf(openSocket(address, auth)), JSON.stringify(auth)).toEqual(NOT_SIGNED_IN)
})

test('refuses tokens that name no living session', async ({ address, given, ctx }) => {
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
    expect(await handshakeErrorOf(openSocket(address, { token })), what).toEqual(NOT_SIGNED_IN)
})

test('refuses the token of a session that has ended', async ({ address, given, ctx }) => {
  const ada = await given.freelancer()
  await ctx.db.deleteFrom('session').where('id', '=', ada.sessionId).execute()

  expect(await handshakeErrorOf(openSocket(address, ada))).toEqual(NOT_SIGNED_IN)
})

test('disconnects when the session ends during the handshake, or cannot be checked', async ({
  address,
  given,
  ctx,
}) => {
  const ada = await given.freelancer()
  const find = vi.spyOn(ctx.sessionCache, 'find')
  onTestFinished(() => void find.mockRestore())
  for (const answer of [async () => null, () => Promise.reject(new Error('The database is away.'))]) {
    find
      .mockReturnValueOnce(Promise.resolve({ actor: ada, isPreview: false, restriction: null }))
      .mockImplementationOnce(answer)
    const socket = openSocket(address, ada)

    const [reason] = await once(socket as never, 'disconnect')
    expect(reason).toBe('io server disconnect')
  }
})

test('refuses pages of another origin', async ({ address, given, ctx }) => {
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

test('allows a hundred connections per person', async ({ address, given }) => {
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

test('allows a hundred of many connections that one person opens together', async ({
  address,
  given,
  ctx,
}) => {
  const ada = await given.freelancer()
  const owner = await ctx.sessionCache.find(ada.sessionId)
  const checked = Promise.withResolvers<typeof owner>()
  const find = vi.spyOn(ctx.sessionCache, 'find').mockReturnValue(checked.promise)
  onTestFinished(() => void find.mockRestore())

  const attempts = Promise.allSettled(Array.from({ length: 130 }, () => connectAs(address, ada)))
  await vi.waitFor(() => expect(find).toHaveBeenCalledTimes(130), WAIT_OPTIONS)
  checked.resolve(owner)

  const opened = await attempts
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
  for (const attempt of opened)
    if (attempt.status === 'rejected')
      expect(attempt.reason).toMatchObject({ data: { code: 'TOO_MANY_CONNECTIONS' } })
})

test('lets a connection in once when it sends several handshakes together', async ({ address, given }) => {
  const ada = await given.freelancer()
  const hello = `40${JSON.stringify({ token: ada.token })}`
  const socket = await openRawSocket(address)
  socket.write(Buffer.concat([hello, hello, hello].map(textFrame)))

  const response = await readUntil(socket, /^(?=.*40\{"sid").*TOO_MANY_CONNECTIONS.*TOO_MANY_CONNECTIONS/s)
  expect(response.match(/40\{"sid"/g)).toHaveLength(1)
})
