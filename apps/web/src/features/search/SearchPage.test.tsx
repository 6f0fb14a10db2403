import type { search } from '@portico/contract'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  expectComplaint,
  open,
  problem,
  serve,
  signInClient,
  signInFreelancer,
} from '../../../test/fixtures.tsx'
import { stubIntersectionObserver } from '../../../test/intersection-observer.ts'
import { aResult } from '../../../test/search.ts'
import SearchPage from './SearchPage.tsx'

const feedback = aResult()
const label = aFileResult('rye-label.pdf')
const photo = aFileResult('rye.jpg')

function aFileResult(title: string) {
  const excerpt: search.ExcerptPart[] = [
    [title.slice(0, 3), true],
    [title.slice(3), false],
  ]
  return aResult({ kind: 'file', id: title, title, excerpt, url: `/files/${title}` })
}

/** A server with pages of one result each, unless all fit in one. */
function show(path: string, results = [feedback, label, photo], { pageSize = 100 } = {}) {
  signInFreelancer()
  signInClient()
  const asked: string[] = []
  serve({
    'GET /search': ({ query }) => {
      asked.push(query.toString())
      const found = results.filter(({ kind }) => kind === (query.get('kind') ?? kind))
      const start = Number(query.get('cursor') ?? 0)
      const end = start + pageSize
      const link = `</api/search?cursor=${end}>; rel="next"`
      return Response.json(
        { results: found.slice(start, end) },
        end < found.length ? { headers: { link } } : {},
      )
    },
  })
  return {
    asked,
    user: userEvent.setup(),
    router: open(path, { '/search': <SearchPage />, '/client-dashboard/search': <SearchPage /> }),
  }
}

const rows = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)

test('lists results with marked words, their project and their date', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  show('/search?q=rye', [feedback, { ...label, createdAt: '2026-11-11T09:00:00.000Z' }])

  expect(await rows()).toEqual([
    'Feedback from Maya Whitcombe, FeedbackThe rye loaf comes firstSpring menu, yesterday',
    'rye-label.pdf, FileSpring menu, 11 November',
  ])
  expect(screen.getAllByText('rye').map(({ tagName }) => tagName)).toEqual(['MARK', 'MARK'])
  expect(screen.getByRole('link', { name: 'rye-label.pdf, File' }).getAttribute('href')).toBe(
    '/files/rye-label.pdf',
  )
  screen.getByText('That is everything. Written differently? Half a word is enough.')
})

test('says that a result is a project where all are of one client', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  const createdAt = '2026-11-20T09:00:00.000Z'
  window.history.replaceState(null, '', '/client-dashboard/search')
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  show('/client-dashboard/search?q=rye', [
    aResult({ kind: 'project', title: 'Rye', excerpt: [['Rye', true]], createdAt }),
  ])

  expect(await rows()).toEqual(['Rye, ProjectProject, today'])
})

test('counts the results of each kind, and filters by kind in the URL without another request', async () => {
  const { asked, user, router } = show('/search?q=rye')
  await rows()

  expect(screen.getAllByRole('radio').map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'All 3',
    'Files 2',
    'Feedback 1',
  ])
  await user.click(screen.getByRole('radio', { name: 'Files 2' }))

  expect(await rows()).toHaveLength(2)
  expect(router.state.location.search).toBe('?q=rye&kind=file')
  expect(asked).toEqual(['q=rye'])
})

test('loads more pages while scrolling, and of one kind only when filtered', async () => {
  stubIntersectionObserver(true)
  const { asked } = show('/search?q=rye&kind=file', undefined, { pageSize: 1 })

  await waitFor(async () => expect(await rows()).toHaveLength(2))
  expect(asked).toEqual(['q=rye', 'q=rye&kind=file', 'q=rye&kind=file&cursor=1'])
})

test('searches for the typed text', async () => {
  const { user, router } = show('/search')
  screen.getByText(/Half a word is enough/)

  await user.type(screen.getByLabelText('Search'), 'rye{Enter}')

  expect(await rows()).toHaveLength(3)
  expect(router.state.location.search).toBe('?q=rye')
})

test('says what was searched when nothing was found, and offers to search all kinds', async () => {
  const { user } = show('/search?q=rye&kind=note')

  await screen.findByText('Nothing with “rye” in notes.')
  await user.click(screen.getByRole('button', { name: 'Search everything' }))
  expect(await rows()).toHaveLength(3)
})

test('shows clients only their kinds', async () => {
  window.history.replaceState(null, '', '/client-dashboard/search')
  show('/search?q=focaccia', [])

  await screen.findByText('Nothing with “focaccia”.')
  screen.getByText('We looked at projects, files, feedback, notes, requests and messages.')
  window.history.replaceState(null, '', '/')
})

test('shows why a search failed, and retries', async () => {
  expectComplaint('error')
  signInFreelancer()
  let failures = 1
  serve({
    'GET /search': () =>
      failures-- > 0
        ? problem(429, 'TOO_MANY_REQUESTS', 'Please wait a moment.')
        : Response.json({ results: [feedback] }),
  })
  open('/search?q=rye', { '/search': <SearchPage /> })
  await screen.findByText('The search failed')
  screen.getByText(/Please wait a moment./)

  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await rows()).toHaveLength(1)
})
