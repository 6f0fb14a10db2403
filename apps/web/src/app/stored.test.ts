import { expect, test, vi } from 'vitest'
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
    storedUploads('client', 'p1').item('film.mp4 9 1'),
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
    'portico.upload.client.p1.film.mp4 9 1',
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
    storedUploads(each, 'p1').item('film').write({})
    storedRecentItems(each, 'a').write([{}])
  }
  storedTheme.write('dark')

  clearUnfinishedWork(area)

  expect(Object.keys({ ...localStorage }).sort()).toEqual(
    [
      storedDraft(other, 'any').key,
      storedMessages(other, 'a').item('b.1').key,
      storedTheme.key,
      storedUploads(other, 'p1').item('film').key,
      storedRecentItems(other, 'a').key,
    ].sort(),
  )
})

test('lists the items of one kind by id', () => {
  storedUploads('client', 'p1').item('film').write({ sent: 1 })
  storedUploads('client', 'p2').item('song').write({ sent: 2 })

  expect(storedUploads('client', 'p1').ids()).toEqual(['film'])
  expect(storedUploads('client', 'p1').item('film').read()).toEqual({ sent: 1 })
})

test.for(['{', '"text"', 'null', '7'])('counts %s as absent where an object is expected', (text) => {
  localStorage.setItem(storedDraft('freelancer', 'any').key, text)

  expect(storedDraft('freelancer', 'any').read()).toBeUndefined()
})

test('keeps working when the browser’s storage is full', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })

  storedDraft('freelancer', 'any').write({ text: 'half' })

  expect(storedDraft('freelancer', 'any').read()).toBeUndefined()
})
