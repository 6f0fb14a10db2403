import { type Change, staleTopics } from '@portico/contract'
import { onTestFinished, vi } from 'vitest'
import { createTestContext } from '../../../test/context.ts'
import { expect } from '../../../test/fixtures.ts'
import { createGiven } from '../../../test/given.ts'
import { openRawSocket, readUntil, textFrame } from '../../../test/raw-socket.ts'
import { connectAs, handshakeErrorOf, openSocket, test } from '../../../test/socket.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { buildApp } from '../../app.ts'

const NOT_SIGNED_IN = { message: 'Please log in.', code: 'NOT_SIGNED_IN' }

test('disconnects a client whose token expires', async () => {
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
  expect(await handshakeErrorOf(openSocket(address, ada))).toEqual(NOT_SIGNED_IN)
})

test('disconnects a client that does not read', async ({ address, given, ctx }) => {
  const ada = await given.freelancer()
  const socket = await openRawSocket(address)
  socket.write(textFrame(`40${JSON.stringify({ token: ada.token })}`))
  await readUntil(socket, /40\{"sid"/)
  socket.pause()
  const long = Array.from({ length: 10_000 }, () => 'projects')
  Object.assign(staleTopics, { long })

  for (let n = 0; n < 200; n++) ctx.live.changed(ada, 'long' as Change)

  await vi.waitFor(async () => expect(await ctx.presence.isOnline(ada)).toBe(false), WAIT_OPTIONS)
})
