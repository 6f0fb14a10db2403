import { beforeEach, expect, test, vi } from 'vitest'
import { signInClient, signInFreelancer, tokenFor } from '../../test/fixtures.tsx'
import { currentSession, expireSession, isPreview, reloadSession, startClientSession } from './session.ts'
import { startPreviewIn } from './stored.ts'

beforeEach(() => window.history.pushState(null, '', '/client-dashboard'))

function startPreview() {
  const claims = { sub: 'c9', role: 'client', sid: 's9', firstName: 'Tom', lastName: 'Ashby' }
  const token = tokenFor({ ...claims, iat: 1_000, exp: 1_900 })
  startPreviewIn(window, token)
  reloadSession('client')
  return token
}

test('shows the previewed client in this tab, beside the session of this browser', () => {
  const [freelancer, own] = [signInFreelancer(), signInClient()]
  const stored = { ...localStorage }

  const token = startPreview()

  expect(currentSession('client')).toMatchObject({
    status: 'in',
    session: { token, id: 'c9', name: 'Tom Ashby', preview: { clientId: 'c9', firstName: 'Tom' } },
  })
  expect(currentSession('freelancer')).toMatchObject({ session: { token: freelancer } })
  expect(isPreview()).toBe(true)
  expect({ ...localStorage }).toEqual(stored)
  expect(stored.clientToken).toBe(own)

  window.history.pushState(null, '', '/clients')
  expect(isPreview()).toBe(false)
})

test('a preview that is refused leaves what is stored', () => {
  signInFreelancer()
  signInClient()
  const stored = { ...localStorage }

  expireSession('client', startPreview())
  reloadSession('freelancer')

  expect(currentSession('client')).toMatchObject({ because: 'preview-over', preview: { clientId: 'c9' } })
  expect(currentSession('freelancer').status).toBe('in')
  expect({ ...localStorage }).toEqual(stored)
})

test('a client who logs in or out in another tab changes nothing in a preview', async () => {
  vi.useFakeTimers()
  signInClient()
  const token = startPreview()

  localStorage.removeItem('clientToken')
  for (const key of ['clientToken', null]) window.dispatchEvent(new StorageEvent('storage', { key }))
  await vi.advanceTimersByTimeAsync(1_000)

  expect(currentSession('client')).toMatchObject({ status: 'in', session: { token } })
})

test('a login link that is opened in the tab of a preview ends the preview', () => {
  startPreview()
  const token = tokenFor({ sub: 'c1', role: 'client', sid: 's2', exp: Math.floor(Date.now() / 1_000) + 900 })

  startClientSession(token)

  expect(currentSession('client')).toMatchObject({ session: { token, id: 'c1' } })
  expect(isPreview()).toBe(false)
})
