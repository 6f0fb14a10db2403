import { expect, test, vi } from 'vitest'
import { expectComplaint, signInClient, signInFreelancer, tokenFor } from '../../test/fixtures.tsx'
import {
  areaOnScreen,
  beginEnding,
  currentSession,
  endSession,
  expireSession,
  reloadSession,
  renameFreelancer,
  renewSession,
  startFreelancerSession,
  tokenOf,
} from './session.ts'

const yesterday = Math.floor(Date.now() / 1_000) - 86_400
const tomorrow = yesterday + 2 * 86_400

test('a stored session is restored with its name', () => {
  const token = signInFreelancer('Ada Marsh')

  expect(currentSession('freelancer')).toEqual({
    status: 'in',
    session: { token, id: 'f1', name: 'Ada Marsh' },
    ending: false,
  })
})

test('a client is greeted by both names, whatever script they are written in', () => {
  signInClient({ firstName: 'Łucja', lastName: 'Brontë 𠀋' })

  expect(currentSession('client')).toMatchObject({ session: { name: 'Łucja Brontë 𠀋' } })
})

test('signing in stores token, role and name under the names of the specification', () => {
  const token = tokenFor({ sub: 'f1', role: 'freelancer', exp: tomorrow })

  startFreelancerSession(token, { name: 'Ada', role: 'freelancer' })

  expect({ ...localStorage }).toEqual({ freelancerToken: token, role: 'freelancer', name: 'Ada' })
})

test.for([
  ['text', 'not a token'],
  ['two parts', 'a.b'],
  ['four parts', `${tokenFor({ exp: tomorrow })}.more`],
  ['a payload that is no object', `a.${btoa('"x"')}.c`],
  ['a payload that is no JSON', 'a.!!!.c'],
  ['an end in the past', tokenFor({ sub: 'f1', exp: yesterday })],
  ['an end that is no number', tokenFor({ sub: 'f1', exp: 'soon' })],
])('a stored token of %s is logged and removed with all that belongs to it', ([, token = '']) => {
  const warned = expectComplaint('warn')
  localStorage.setItem('freelancerToken', token)
  for (const key of ['role', 'name', 'token', 'portico.theme']) localStorage.setItem(key, 'x')

  reloadSession('freelancer')

  expect(currentSession('freelancer')).toMatchObject({ status: 'out', leaveTo: '/welcome' })
  expect({ ...localStorage }).toEqual({ 'portico.theme': 'x' })
  expect(warned).toHaveBeenCalledOnce()
})

test('a token that says nothing of its end is taken', () => {
  localStorage.setItem('freelancerToken', tokenFor({ sub: 'f1' }))

  reloadSession('freelancer')

  expect(currentSession('freelancer').status).toBe('in')
})

test('a bad client token takes nothing of the freelancer with it', () => {
  expectComplaint('warn')
  const token = signInFreelancer()
  localStorage.setItem('clientToken', 'broken')

  reloadSession('client')

  expect(currentSession('client')).toMatchObject({ status: 'out', leaveTo: '/client-login' })
  expect(tokenOf('freelancer')).toBe(token)
})

test('another tab signs in and out', async () => {
  expect(currentSession('freelancer').status).toBe('out')

  localStorage.setItem('freelancerToken', tokenFor({ sub: 'f2', exp: tomorrow }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'freelancerToken' }))
  await vi.waitFor(() => expect(currentSession('freelancer').status).toBe('in'))

  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  await vi.waitFor(() => expect(currentSession('freelancer').status).toBe('out'))
})

test('logging out clears the session and its drafts, and leaves the other area and the theme alone', () => {
  signInFreelancer()
  const clientToken = signInClient()
  localStorage.setItem('portico.draft.project', 'half a title')
  localStorage.setItem('portico.theme', 'dark')

  endSession('freelancer', '/login')

  expect({ ...localStorage }).toEqual({ clientToken, 'portico.theme': 'dark' })
  expect(currentSession('freelancer')).toEqual({ status: 'out', leaveTo: '/login', because: 'left' })
})

test('a client who logs out clears only what is theirs', () => {
  const freelancerToken = signInFreelancer('Ada')
  signInClient()
  localStorage.setItem('portico.draft.project', 'half a title')
  localStorage.setItem('portico.draft.client.feedback', 'half a word')

  endSession('client', '/client-login')

  expect({ ...localStorage }).toEqual({
    freelancerToken,
    role: 'freelancer',
    name: 'Ada',
    'portico.draft.project': 'half a title',
  })
})

test('a refused token ends its session, but not the one that has taken its place', () => {
  const old = signInFreelancer()
  const fresh = tokenFor({ sub: 'f1', exp: tomorrow, sid: 'new' })
  renewSession('freelancer', old, fresh)

  expireSession('freelancer', old)
  expect(tokenOf('freelancer')).toBe(fresh)

  expireSession('freelancer', fresh)
  expect(currentSession('freelancer')).toMatchObject({ status: 'out', because: 'ended' })
})

test('nor one that another tab has stored a moment ago', () => {
  const old = signInFreelancer()
  const fresh = tokenFor({ sub: 'f1', exp: tomorrow, sid: 'new' })
  localStorage.setItem('freelancerToken', fresh)

  expireSession('freelancer', old)

  expect(localStorage.getItem('freelancerToken')).toBe(fresh)
  expect(tokenOf('freelancer')).toBe(fresh)
})

test('while a logout is on its way a refusal is no news, and a renewal after it brings nobody back', () => {
  const token = signInFreelancer()
  beginEnding('freelancer')

  expireSession('freelancer', token)
  expect(currentSession('freelancer')).toMatchObject({ status: 'in', ending: true })

  endSession('freelancer', '/login')
  renewSession('freelancer', token, tokenFor({ sub: 'f1', exp: tomorrow }))
  expect(localStorage.getItem('freelancerToken')).toBeNull()
})

test('the path says whose area is on screen', () => {
  window.history.pushState(null, '', '/client-dashboard/projects/1')
  expect(areaOnScreen()).toBe('client')

  window.history.pushState(null, '', '/clients')
  expect(areaOnScreen()).toBe('freelancer')
})

test('a new name is greeted at once, in every tab, and brings nobody back', async () => {
  const token = signInFreelancer('Ada Marsh')

  renameFreelancer('Ada Lovelace')
  expect(currentSession('freelancer')).toMatchObject({ session: { token, name: 'Ada Lovelace' } })

  localStorage.setItem('name', 'Ada King')
  window.dispatchEvent(new StorageEvent('storage', { key: 'name' }))
  await vi.waitFor(() =>
    expect(currentSession('freelancer')).toMatchObject({ session: { name: 'Ada King' } }),
  )

  endSession('freelancer', '/login')
  renameFreelancer('Ada Lovelace')
  expect(localStorage).toHaveLength(0)
})

test('a logout that is on its way is not overtaken by what another tab heard of it', async () => {
  vi.useFakeTimers()
  signInFreelancer()
  beginEnding('freelancer')

  localStorage.removeItem('freelancerToken')
  window.dispatchEvent(new StorageEvent('storage', { key: 'freelancerToken' }))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(currentSession('freelancer')).toMatchObject({ status: 'in', ending: true })

  endSession('freelancer', '/login')
  expect(currentSession('freelancer')).toMatchObject({ status: 'out', leaveTo: '/login' })
})
