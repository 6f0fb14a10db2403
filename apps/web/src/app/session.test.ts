import { waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import {
  blockStorage,
  expectComplaint,
  fillStorage,
  signInClient,
  signInFreelancer,
  tokenFor,
} from '../../test/fixtures.tsx'
import {
  areaOnScreen,
  beginEnding,
  currentSession,
  endSession,
  expireSession,
  ownerIn,
  reloadSession,
  renameFreelancer,
  renewSession,
  startClientSession,
  startFreelancerSession,
  tokenOf,
} from './session.ts'
import { isSessionInMemory } from './stored.ts'

const yesterday = Math.floor(Date.now() / 1_000) - 86_400
const tomorrow = yesterday + 2 * 86_400

test('restores a stored session with its name', () => {
  const token = signInFreelancer('Ada Marsh')

  expect(currentSession('freelancer')).toEqual({
    status: 'in',
    session: { token, id: 'f1', ownerId: 'f1', name: 'Ada Marsh', workspaceId: 'f1', memberRole: 'owner' },
    ending: false,
  })
})

test('reads both names of a client in any script', () => {
  signInClient({ firstName: 'Łucja', lastName: 'Brontë 𠀋' })

  expect(currentSession('client')).toMatchObject({ session: { name: 'Łucja Brontë 𠀋' } })
})

test('stores token, role and name under the keys of the specification', () => {
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
  ['an end that is no number', tokenFor({ sub: 'f1', exp: 'soon' })],
])('logs and removes a stored token of %s with the rest of its session', ([, token = '']) => {
  const warned = expectComplaint('warn')
  localStorage.setItem('freelancerToken', token)
  for (const key of ['role', 'name', 'token', 'portico.theme']) localStorage.setItem(key, 'x')

  reloadSession('freelancer')

  expect(currentSession('freelancer')).toMatchObject({ status: 'out', leaveTo: '/welcome' })
  expect({ ...localStorage }).toEqual({ 'portico.theme': 'x' })
  expect(warned).toHaveBeenCalledOnce()
})

test.for(['freelancer', 'client'] as const)('lets the server judge the time of a %s token', (area) => {
  const token = tokenFor({ sub: 'a1', exp: yesterday })
  localStorage.setItem(`${area}Token`, token)

  reloadSession(area)
  expect(tokenOf(area)).toBe(token)

  expireSession(area, token)
  expect(currentSession(area)).toMatchObject({ status: 'out', because: 'ended', owner: 'a1' })
  expect(localStorage).toHaveLength(0)
})

test.for(['freelancer', 'client'] as const)('signs a %s in without storage, for this page', (area) => {
  blockStorage()
  const token = tokenFor({ sub: 'a1', firstName: 'Maya', lastName: 'Lind', exp: tomorrow })

  if (area === 'client') startClientSession(token)
  else startFreelancerSession(token, { name: 'Maya Lind', role: 'freelancer' })

  expect(currentSession(area)).toMatchObject({ status: 'in', session: { token, name: 'Maya Lind' } })
  expect(isSessionInMemory(area)).toBe(true)
  endSession(area, '/login')
  expect(tokenOf(area)).toBeUndefined()
})

test('leaves nothing of the last freelancer in a full storage when another one signs in', () => {
  signInFreelancer('Ada Marsh')
  fillStorage()
  const token = tokenFor({ sub: 'f2', name: 'Ben Ito', exp: tomorrow })

  startFreelancerSession(token, { name: 'Ben Ito', role: 'freelancer' })

  expect(currentSession('freelancer')).toMatchObject({ session: { token, id: 'f2', name: 'Ben Ito' } })
  expect(localStorage).toHaveLength(0)
})

test('accepts a token without an expiry', () => {
  localStorage.setItem('freelancerToken', tokenFor({ sub: 'f1' }))

  reloadSession('freelancer')

  expect(currentSession('freelancer').status).toBe('in')
})

test('leaves the freelancer signed in when the client token is invalid', () => {
  expectComplaint('warn')
  const token = signInFreelancer()
  localStorage.setItem('clientToken', 'broken')

  reloadSession('client')

  expect(currentSession('client')).toMatchObject({ status: 'out', leaveTo: '/client-login' })
  expect(tokenOf('freelancer')).toBe(token)
})

test('follows the sign-in and the logout of another tab', async () => {
  expect(currentSession('freelancer').status).toBe('out')

  localStorage.setItem('freelancerToken', tokenFor({ sub: 'f2', exp: tomorrow }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'freelancerToken' }))
  await waitFor(() => expect(currentSession('freelancer').status).toBe('in'))

  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  await waitFor(() => expect(currentSession('freelancer').status).toBe('out'))
})

test('clears the session and its drafts on logout, and keeps the other area and the theme', () => {
  signInFreelancer()
  const clientToken = signInClient()
  localStorage.setItem('portico.draft.project', 'half a title')
  localStorage.setItem('portico.theme', 'dark')

  endSession('freelancer', '/login')

  expect({ ...localStorage }).toEqual({ clientToken, 'portico.theme': 'dark' })
  expect(currentSession('freelancer')).toEqual({ status: 'out', leaveTo: '/login', because: 'left' })
})

test('clears only the client’s own data when a client logs out', () => {
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

test('ends the session of a refused token, but not the session that has replaced it', () => {
  const old = signInFreelancer()
  const fresh = tokenFor({ sub: 'f1', exp: tomorrow, sid: 'new' })
  renewSession('freelancer', old, fresh)

  expireSession('freelancer', old)
  expect(tokenOf('freelancer')).toBe(fresh)

  expireSession('freelancer', fresh)
  expect(currentSession('freelancer')).toMatchObject({ status: 'out', because: 'ended' })
})

test('keeps a token that another tab has stored just before a refusal', () => {
  const old = signInFreelancer()
  const fresh = tokenFor({ sub: 'f1', exp: tomorrow, sid: 'new' })
  localStorage.setItem('freelancerToken', fresh)

  expireSession('freelancer', old)

  expect(localStorage.getItem('freelancerToken')).toBe(fresh)
  expect(tokenOf('freelancer')).toBe(fresh)
})

test('ignores a refusal during a logout and a renewal after it', () => {
  const token = signInFreelancer()
  beginEnding('freelancer')

  expireSession('freelancer', token)
  expect(currentSession('freelancer')).toMatchObject({ status: 'in', ending: true })

  endSession('freelancer', '/login')
  renewSession('freelancer', token, tokenFor({ sub: 'f1', exp: tomorrow }))
  expect(localStorage.getItem('freelancerToken')).toBeNull()
})

test('finds the area of the page by its path', () => {
  window.history.pushState(null, '', '/client-dashboard/projects/1')
  expect(areaOnScreen()).toBe('client')

  window.history.pushState(null, '', '/clients')
  expect(areaOnScreen()).toBe('freelancer')
})

test('shows a new name at once in every tab, and restores no ended session', async () => {
  const token = signInFreelancer('Ada Marsh')

  renameFreelancer('Ada Lovelace')
  expect(currentSession('freelancer')).toMatchObject({ session: { token, name: 'Ada Lovelace' } })

  localStorage.setItem('name', 'Ada King')
  window.dispatchEvent(new StorageEvent('storage', { key: 'name' }))
  await waitFor(() => expect(currentSession('freelancer')).toMatchObject({ session: { name: 'Ada King' } }))

  endSession('freelancer', '/login')
  renameFreelancer('Ada Lovelace')
  expect(localStorage).toHaveLength(0)
})

test('finishes its own logout when another tab has removed the session first', async () => {
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

describe('when another tab has gone on to another portal', () => {
  const other = tokenFor({ sub: 'c9', role: 'client', firstName: 'Maya', group: 's9', exp: tomorrow })

  async function goOnInOtherTab() {
    const token = signInClient()
    localStorage.setItem('clientToken', other)
    window.dispatchEvent(new StorageEvent('storage', { key: 'clientToken' }))
    await waitFor(() => expect(currentSession('client')).toHaveProperty('movedTo'))
    return token
  }

  test('a tab keeps its own portal and knows the other one', async () => {
    const token = await goOnInOtherTab()

    expect(currentSession('client')).toMatchObject({
      status: 'in',
      session: { token, id: 'c1' },
      movedTo: { token: other, id: 'c9', hasOtherPortals: true },
    })
    expect(tokenOf('client')).toBe(token)
  })

  test('its renewed token does not replace that of the other portal', async () => {
    const token = await goOnInOtherTab()

    renewSession('client', token, tokenFor({ sub: 'c1', role: 'client', exp: tomorrow + 9 }))

    expect(localStorage.getItem('clientToken')).toBe(other)
    expect(tokenOf('client')).toBe(token)
  })

  test('the end of its own session does not end the other portal', async () => {
    const token = await goOnInOtherTab()

    expireSession('client', token)

    expect(localStorage.getItem('clientToken')).toBe(other)
    expect(currentSession('client')).toMatchObject({ session: { id: 'c1' }, movedTo: { id: 'c9' } })
  })

  test('it follows when the other tab comes back', async () => {
    const token = await goOnInOtherTab()

    localStorage.setItem('clientToken', token)
    window.dispatchEvent(new StorageEvent('storage', { key: 'clientToken' }))

    await waitFor(() => expect(currentSession('client')).not.toHaveProperty('movedTo'))
    expect(tokenOf('client')).toBe(token)
  })
})

test('logging out of one portal keeps the drafts and the token of the next', () => {
  signInClient()
  const next = tokenFor({ sub: 'c9', role: 'client', exp: tomorrow })
  for (const key of [
    'portico.draft.client.feedback.p1.c1',
    'portico.draft.client.outbox.c1.f1.m1',
    'portico.recent.client.c1',
  ])
    localStorage.setItem(key, '{}')
  const others = ['portico.draft.client.feedback.p2.c9', 'portico.recent.client.c9']
  for (const key of others) localStorage.setItem(key, '{}')

  endSession('client', '/client-login', next)

  expect(Object.keys({ ...localStorage }).sort()).toEqual(['clientToken', ...others].sort())
  expect(localStorage.getItem('clientToken')).toBe(next)
  expect(currentSession('client')).toMatchObject({ status: 'out', because: 'left' })
})

test('keeps what is unfinished apart in each workspace of a person', () => {
  signInFreelancer('Ada Marsh')
  expect(ownerIn('freelancer')).toBe('f1')

  signInFreelancer('Ada Marsh', { workspace: 'w2', member: 'admin' })

  expect(ownerIn('freelancer')).toBe('f1@w2')
  expect(currentSession('freelancer')).toMatchObject({
    session: { id: 'f1', workspaceId: 'w2', memberRole: 'admin' },
  })
})
