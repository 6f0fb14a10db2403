import { expect, test } from 'vitest'
import { blockStorage, fillStorage } from '../../test/fixtures.tsx'
import {
  clearUnfinishedWork,
  storedDestination,
  storedDraft,
  storedFirstVisit,
  storedMessages,
  storedOpenPanels,
  storedRecentItems,
  storedTheme,
  storedToken,
  storedUploads,
} from './stored.ts'

test('uses the same keys as earlier versions', () => {
  const keys = [
    storedToken('freelancer'),
    storedToken('client'),
    storedDraft('freelancer', 'project.any', 'f1'),
    storedDraft('client', 'feedback.p1', 'c1'),
    storedMessages('freelancer', 'f1').item('c1.m1'),
    storedMessages('client', 'c1').item('f1.m1'),
    storedUploads('client', 'c1', 'p1').item('film.mp4 9 1'),
    storedRecentItems('client', 'c1'),
    storedTheme,
    storedFirstVisit,
    storedDestination,
    storedOpenPanels,
  ].map(({ key }) => key)

  expect(keys).toEqual([
    'freelancerToken',
    'clientToken',
    'portico.draft.project.any.f1',
    'portico.draft.client.feedback.p1.c1',
    'portico.draft.outbox.f1.c1.m1',
    'portico.draft.client.outbox.c1.f1.m1',
    'portico.upload.client.c1.p1.film.mp4 9 1',
    'portico.recent.client.c1',
    'portico.theme',
    'portico.visited',
    'portico.destination',
    'portico.reopen',
  ])
})

test.for(['freelancer', 'client'] as const)('clears the unfinished work of the %s alone', (area) => {
  const other = area === 'client' ? 'freelancer' : 'client'
  for (const each of ['freelancer', 'client'] as const) {
    storedDraft(each, 'any').write({ text: 'half' })
    storedMessages(each, 'a').item('b.1').write({})
    storedUploads(each, 'a', 'p1').item('film').write({})
    storedRecentItems(each, 'a').write([{}])
  }
  storedTheme.write('dark')

  clearUnfinishedWork(area)

  expect(Object.keys({ ...localStorage }).sort()).toEqual(
    [
      storedDraft(other, 'any').key,
      storedMessages(other, 'a').item('b.1').key,
      storedTheme.key,
      storedUploads(other, 'a', 'p1').item('film').key,
      storedRecentItems(other, 'a').key,
    ].sort(),
  )
})

test('lists the items of one kind by id', () => {
  storedUploads('client', 'c1', 'p1').item('film').write({ sent: 1 })
  storedUploads('client', 'c1', 'p2').item('song').write({ sent: 2 })

  expect(storedUploads('client', 'c1', 'p1').ids()).toEqual(['film'])
  expect(storedUploads('client', 'c1', 'p1').item('film').read()).toEqual({ sent: 1 })
})

test.for(['{', '"text"', 'null', '7'])('counts %s as absent where an object is expected', (text) => {
  localStorage.setItem(storedDraft('freelancer', 'any').key, text)

  expect(storedDraft('freelancer', 'any').read()).toBeUndefined()
})

test.for([
  ['blocked', blockStorage],
  ['full', fillStorage],
] as const)('keeps what is written for this page when storage is %s', ([, impair]) => {
  const [draft, uploads] = [storedDraft('freelancer', 'any'), storedUploads('client', 'c1', 'p1')]
  draft.write({ text: 'ha' })
  impair()

  draft.write({ text: 'half' })
  uploads.item('film').write({ sent: 1 })
  storedDestination.write('/projects')

  expect(draft.read()).toEqual({ text: 'half' })
  expect(uploads.ids()).toEqual(['film'])
  expect(storedDestination.read()).toBe('/projects')
  for (const area of ['freelancer', 'client'] as const) clearUnfinishedWork(area)
  storedDestination.remove()
  expect([draft.read(), uploads.ids(), storedDestination.read()]).toEqual([undefined, [], undefined])
})

test('stores the next value once there is room again', () => {
  const full = fillStorage()
  storedTheme.write('dark')
  full.mockRestore()

  storedTheme.write('light')

  expect([storedTheme.read(), localStorage.getItem(storedTheme.key)]).toEqual(['light', 'light'])
})
