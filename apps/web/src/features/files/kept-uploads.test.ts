import { beforeEach, expect, test, vi } from 'vitest'
import { chosen } from '../../../test/file.ts'
import { signInClient, signInFreelancer } from '../../../test/fixtures.tsx'
import { endSession } from '../../app/session.ts'
import { idOf, keep, kept, keyOf, leftOver } from './kept-uploads.ts'

const HOUR = 3_600_000
const one = { url: 'https://portico.example/api/files/tus/1', name: 'film.mp4', size: 9e7, sent: 4e7 }

let held: { name: string }[] = []
beforeEach(() => {
  held = []
  vi.stubGlobal('navigator', { ...navigator, locks: { query: async () => ({ held }) } })
})

test('an upload that stopped is found again, in its own project and area', async () => {
  const id = idOf(chosen('film.mp4', { size: 9e7 }))
  keep(keyOf('client', 'p1', id), { ...one, at: Date.now() })

  expect(await leftOver('client', 'p1')).toMatchObject([{ ...one, id }])
  expect(await leftOver('client', 'p2')).toEqual([])
  expect(await leftOver('freelancer', 'p1')).toEqual([])
})

test('one that another tab is sending is left to it', async () => {
  const key = keyOf('client', 'p1', 'film.mp4 9 1')
  keep(key, { ...one, at: Date.now() })
  held = [{ name: key }]
  expect(await leftOver('client', 'p1')).toEqual([])
})

test('what the server has forgotten by now is forgotten here', async () => {
  const key = keyOf('client', 'p1', 'film.mp4 9 1')
  keep(key, { ...one, at: Date.now() - 25 * HOUR })
  expect(await leftOver('client', 'p1')).toEqual([])
  expect(localStorage.getItem(key)).toBeNull()
})

test('what is not ours, or broken, is nothing', () => {
  localStorage.setItem('portico.upload.client.p1.x', '{')
  localStorage.setItem('portico.upload.client.p1.y', '"text"')
  expect(kept('portico.upload.client.p1.x')).toBeUndefined()
  expect(kept('portico.upload.client.p1.y')).toBeUndefined()
})

test('logging out forgets those of its area', () => {
  signInClient()
  signInFreelancer()
  const [clients, freelancers] = [keyOf('client', 'p1', 'a'), keyOf('freelancer', 'p1', 'a')]
  keep(clients, { ...one, at: Date.now() })
  keep(freelancers, { ...one, at: Date.now() })

  endSession('client', '/client-login')

  expect(localStorage.getItem(clients)).toBeNull()
  expect(localStorage.getItem(freelancers)).not.toBeNull()
})
