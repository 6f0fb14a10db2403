import { expect, test } from 'vitest'
import { expectComplaint, problem, serve, tokenFor } from '../../test/fixtures.tsx'
import { logOut } from './logout.ts'
import { currentSession, reloadSession } from './session.ts'
import { storedToken } from './stored.ts'

const inAnHour = Math.floor(Date.now() / 1_000) + 3_600
const tokenOfPortal = (sub: string) =>
  tokenFor({ sub, role: 'client', sid: `s-${sub}`, firstName: 'Maya', group: 'g1', exp: inAnHour })

function signInToTwoPortals() {
  storedToken('client').write(tokenOfPortal('c1'))
  reloadSession('client')
}

const isOut = () => currentSession('client').status === 'out'

test('ends one portal and goes on to the next', async () => {
  signInToTwoPortals()
  const next = tokenOfPortal('c9')
  const ended: string[] = []
  serve({
    'GET /portals': () =>
      Response.json({
        portals: [
          { clientId: 'c1', current: true },
          { clientId: 'c9', current: false },
        ],
      }),
    'POST /portals/c9/enter': () => Response.json({ token: next }),
    'POST /auth/logout': () => {
      ended.push('one')
      return new Response(null, { status: 204 })
    },
  })

  await logOut('client')

  await expect.poll(isOut, { timeout: 5_000 }).toBe(true)
  expect(ended).toEqual(['one'])
  expect(storedToken('client').read()).toBe(next)
})

test('ends the sessions of all portals when the next one cannot be reached', async () => {
  signInToTwoPortals()
  expectComplaint('warn')
  const ended: string[] = []
  serve({
    'GET /portals': () => problem(503, 'NOT_READY', 'Please try again.'),
    'DELETE /portals': () => {
      ended.push('all')
      return new Response(null, { status: 204 })
    },
  })

  await logOut('client')

  await expect.poll(isOut, { timeout: 5_000 }).toBe(true)
  expect(ended).toEqual(['all'])
  expect(storedToken('client').read()).toBeUndefined()
})
