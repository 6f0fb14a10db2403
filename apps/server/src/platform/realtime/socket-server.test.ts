import { once } from 'node:events'
import { createConnection } from 'node:net'
import { onTestFinished } from 'vitest'
import { createTestContext } from '../../../test/context.ts'
import { expect } from '../../../test/fixtures.ts'
import { createGiven } from '../../../test/given.ts'
import { UPGRADE_REQUEST } from '../../../test/raw-socket.ts'
import { connectAs, handshakeErrorOf, openSocket, test } from '../../../test/socket.ts'
import { expectWithinASecond } from '../../../test/within-a-second.ts'
import { buildApp } from '../../app.ts'

const NOT_SIGNED_IN = { message: 'Please log in.', code: 'NOT_SIGNED_IN' }

test('disconnects a session within a second of its end, and no other', async ({ address, given, ctx }) => {
  const { maya, adasSocket } = await expectWithinASecond(async () => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const [adasSocket, ...mayasSockets] = await Promise.all(
      [ada, maya, maya].map((one) => connectAs(address, one)),
    )
    await ctx.db.deleteFrom('client').where('id', '=', maya.id).execute()
    const isOver = async () => {
      for (const { disconnected } of mayasSockets)
        expect(await disconnected).toEqual(['io server disconnect', undefined])
    }
    return { isOver, maya, adasSocket }
  })

  expect(adasSocket?.socket.connected).toBe(true)
  expect(await handshakeErrorOf(openSocket(address, maya))).toEqual(NOT_SIGNED_IN)
})

test('closes with the server, without waiting for silent clients', async () => {
  const { ctx, close } = await createTestContext()
  onTestFinished(close)
  const app = await buildApp(ctx, { web: false })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const { disconnected } = await connectAs(address, await createGiven(ctx).freelancer())
  const silent = createConnection(Number(new URL(address).port), '127.0.0.1')
  silent.write(`${UPGRADE_REQUEST.join('\r\n')}\r\n\r\n`)
  expect(String(await once(silent, 'data'))).toMatch(/^HTTP\/1.1 101 /)

  const since = performance.now()
  await app.close()

  expect(await disconnected).toEqual(['transport close', expect.anything()])
  // Left to itself, the library waits half a minute for the other end.
  expect(performance.now() - since).toBeLessThan(20_000)
})
