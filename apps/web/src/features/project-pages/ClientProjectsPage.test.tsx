import type { chat, requests } from '@portico/contract'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { expectComplaint, open, problem, serve, signInClient } from '../../../test/fixtures.tsx'
import { stubIntersectionObserver } from '../../../test/intersection-observer.ts'
import { aProject } from '../../../test/project.ts'
import ClientProjectsPage from './ClientProjectsPage.tsx'

const freelancer = { id: 'f1', name: 'Ada Marsh', email: 'ada@marsh.example', role: 'Freelancer' }

function show(
  list: Parameters<typeof serve>[0][string],
  silence: chat.UnavailableReason | null = null,
  unsent: requests.UnsentFiles[] = [],
) {
  signInClient()
  serve({
    'GET /requests/unsent': () => Response.json(unsent),
    'GET /messages/client/conversation': () => Response.json({ silence }),
    'GET /projects/client': list,
    'GET /clients/my-freelancer': () => Response.json({ freelancer }),
  })
  open('/client-dashboard', { '/client-dashboard': <ClientProjectsPage /> })
}

test('reminds of files that were gathered and not sent', async () => {
  const project = { id: 'p1', title: 'Spring menu' }
  show(() => Response.json([aProject()]), null, [
    { project, request: { id: 'r1', title: 'Photos' }, files: 3 },
    { project, request: null, files: 1 },
  ])

  const link = await screen.findByRole('link', { name: '3 files not sent yet' })
  expect(link.getAttribute('href')).toBe('/client-dashboard/projects/p1/requests#request-r1')
  expect(link.closest('p')?.textContent).toBe('3 files not sent yet: Photos, Spring menu.')
  expect(screen.getByText(/of a request that was deleted, Spring menu/)).toBeDefined()
})

test('asks nothing of somebody who only looks', async () => {
  window.history.replaceState(null, '', '/client-dashboard')
  show(() =>
    Response.json([
      aProject({ turn: 'client', turnReason: 'requests', turnSince: '2026-11-16T10:00:00.000Z' }),
    ]),
  )
  signInClient({ firstName: 'Kim', lastName: 'Adeyemi' }, { looksOnly: true })

  expect(await screen.findByRole('heading', { name: 'Your colleagues’ turn' })).toBeDefined()
  expect(await screen.findByText(/One waits for your colleagues\./)).toBeDefined()
  expect(screen.queryByText('Your turn')).toBeNull()
  expect(screen.getByRole('link', { name: 'Look at it: Spring menu' })).toBeDefined()
})

test('shows a card for each project and their number', async () => {
  show(() =>
    Response.json([
      aProject({ dueDate: '2026-12-18' }),
      aProject({ id: 'p2', title: 'Signage', dueDate: '2026-10-30', overdue: true }),
      aProject({ id: 'p3', title: 'Leaflets', status: 'Completed' }),
    ]),
  )

  const [menu, signage, leaflets] = (await screen.findAllByRole('article')).map((card) => within(card))
  expect(menu?.getByRole('link', { name: 'Spring menu' }).getAttribute('href')).toBe(
    '/client-dashboard/projects/p1',
  )
  expect(menu?.getByText('Two sizes, allergen marks.')).toBeDefined()
  expect(menu?.getByText('In Progress')).toBeDefined()
  expect(menu?.getByText('Due 18 December 2026')).toBeDefined()
  expect(signage?.getByText('Due 30 October 2026, overdue')).toBeDefined()
  expect(leaflets?.getByText('No due date')).toBeDefined()
  expect(await screen.findByText('3 projects with Ada Marsh.')).toBeDefined()
})

test('lists projects that wait for the client, also from later pages', async () => {
  stubIntersectionObserver(false)
  const old = aProject({ id: 'p2', title: 'Signage', turn: 'client', turnReason: 'requests' })
  show(({ query }) =>
    query.get('turn') === 'client'
      ? Response.json([old])
      : Response.json([aProject({})], { headers: { link: '</api/projects/client?cursor=c>; rel="next"' } }),
  )

  const region = within(await screen.findByRole('region', { name: 'Your turn' }))
  expect(region.getByRole('link', { name: 'Answer Signage' })).toBeDefined()
})

test('lists projects that wait for the client first, the longest first', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  const waiting = { turn: 'client', turnReason: 'passed', timeZone: 'UTC' } as const
  const turnNote = {
    to: 'client',
    by: 'freelancer',
    message: 'Which paper?',
    at: '2026-11-19T09:00:00.000Z',
  } as const
  show(() =>
    Response.json([
      aProject({ ...waiting, turnSince: turnNote.at, turnNote }),
      aProject({ ...waiting, id: 'p2', title: 'Signage', turnSince: '2026-11-16T09:00:00.000Z' }),
      aProject({ id: 'p3', title: 'Leaflets', turn: 'freelancer', turnSince: turnNote.at }),
    ]),
  )

  expect(await screen.findByText('3 projects with Ada Marsh. 2 wait for you.')).toBeDefined()
  const rows = within(screen.getByRole('region', { name: 'Your turn' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Signage4 daysLook at it',
    'Spring menu1 dayAda: Which paper?Look at it',
  ])
  const links = screen.getAllByRole('link', { name: /^Look at it:/ })
  expect(links.map((link) => [link.getAttribute('href'), link.className])).toEqual([
    ['/client-dashboard/projects/p2', 'btn btn--primary'],
    ['/client-dashboard/projects/p1', 'btn btn--secondary'],
  ])
})

test('shows five projects that wait for the client, then all', async () => {
  const waiting = Array.from({ length: 7 }, (_, index) =>
    aProject({ id: `p${index}`, title: `Project ${index}`, turn: 'client', turnReason: 'passed' }),
  )
  show(() => Response.json(waiting))
  const region = within(await screen.findByRole('region', { name: 'Your turn' }))
  expect(region.getAllByRole('listitem')).toHaveLength(5)

  await userEvent.click(region.getByRole('button', { name: 'Show all 7' }))

  expect(region.getAllByRole('listitem')).toHaveLength(7)
  expect(document.activeElement).toBe(region.getByRole('link', { name: 'Look at it: Project 5' }))
  expect(region.queryByRole('button')).toBeNull()
})

test('shows “More than” while there are more pages', async () => {
  stubIntersectionObserver(false)
  show(() =>
    Response.json([aProject()], { headers: { link: '</api/projects/client?cursor=p1>; rel="next"' } }),
  )
  expect(await screen.findByText('More than 1 project with Ada Marsh.')).toBeDefined()
})

test('shows an empty state before the first project', async () => {
  show(() => Response.json([]))
  expect(await screen.findByText('No projects assigned yet.')).toBeDefined()
})

test('a failed load shows an error, and Retry loads the projects', async () => {
  expectComplaint('error')
  let down = true
  show(() => (down ? problem(503, 'NOT_READY', '') : Response.json([aProject()])))

  await screen.findByText('Your projects did not load')
  down = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByText('Spring menu')).toBeDefined()
  expect(await screen.findByText('One project with Ada Marsh.')).toBeDefined()
})

test('the first visit shows an introduction once', async () => {
  localStorage.removeItem('portico.visited')
  show(() => Response.json([aProject()]))

  expect(await screen.findByText('look at the files, and add your own')).toBeDefined()
  expect(screen.getByText('For short questions there is the chat.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }))

  expect(screen.queryByText('look at the files, and add your own')).toBeNull()
  expect(localStorage.getItem('portico.visited')).toBe('yes')
})

test.for(['CHAT_NOT_AVAILABLE', 'NO_ONGOING_PROJECT'] as const)(
  'the introduction promises no chat while it is closed: %s',
  async (silence) => {
    localStorage.removeItem('portico.visited')
    show(() => Response.json([aProject()]), silence)

    expect(await screen.findByText('look at the files, and add your own')).toBeDefined()
    expect(screen.queryByText(/chat/)).toBeNull()
  },
)

test('the introduction promises no uploads and no feedback where everything is archived', async () => {
  localStorage.removeItem('portico.visited')
  show(() => Response.json([aProject({ archivedAt: '2026-11-01T09:00:00.000Z' })]), 'ARCHIVED')

  expect(await screen.findByText('look at the files')).toBeDefined()
  expect(screen.getByText('read the feedback')).toBeDefined()
  expect(screen.queryByText(/add your own|leave feedback|chat/)).toBeNull()
})
