import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aClient, aSummary, aTeam } from '../../../test/client.ts'
import { open, serve, signInFreelancer } from '../../../test/fixtures.tsx'
import { aProject } from '../../../test/project.ts'
import ClientsPage from '../client-pages/ClientsPage.tsx'
import DashboardPage from '../dashboard/DashboardPage.tsx'
import ProjectsPage from '../project-pages/ProjectsPage.tsx'

const listed = {
  ...{ id: 'p1', title: 'Spring menu', status: 'Pending', dueDate: null, overdue: false },
  clientName: 'Maya Whitcombe',
} as const
const kims = { ...listed, id: 'p2', title: 'Van livery', clientName: 'Kim’s client' }

/** A server that has one client and one project of this member, and one of each of a colleague. */
function show(path: string, team: ReturnType<typeof aTeam> | null) {
  signInFreelancer()
  const only = <T,>(query: URLSearchParams, [own, other]: [T, T]) =>
    query.get('mine') === 'true' ? [own].slice(0, team?.assigned) : [own, other]
  const asked = serve({
    'GET /dashboard/summary': ({ query }) =>
      Response.json({ ...aSummary('pro', 2, 5), team, recentProjects: only(query, [listed, kims]) }),
    'GET /billing/status': () => new Promise(() => {}),
    'GET /clients': ({ query }) =>
      Response.json({
        clients: only(query, [aClient(), aClient({ id: 'c2', firstName: 'Gareth', lastName: 'Lloyd' })]),
      }),
    'GET /projects': ({ query }) =>
      Response.json(only(query, [aProject(), aProject({ id: 'p2', title: 'Van livery' })])),
  })
  const router = open(path, {
    '/': <DashboardPage />,
    '/projects': <ProjectsPage />,
    '/clients': <ClientsPage />,
  })
  const calls = (name: string) => asked.mock.calls.map(([url]) => url).filter((url) => url.includes(name))
  return { router, calls, user: userEvent.setup() }
}

const pages = [
  ['/', 'Spring menu', 'Van livery'],
  ['/projects', 'Spring menu', 'Van livery'],
  ['/clients', 'Maya Whitcombe', 'Gareth Lloyd'],
] as const

test.for(pages)('%s begins with what is one’s own, and All is remembered', async ([path, own, other]) => {
  const { router, user } = show(path, aTeam())

  await screen.findByText(own)
  await expect.poll(() => screen.queryByText(other)).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Mine' }).checked).toBe(true)
  await user.click(screen.getAllByRole('radio', { name: 'All' }).at(path === '/projects' ? 1 : 0) as Element)

  await screen.findByText(other)
  expect(router.state.location.search).toContain('mine=false')
  await router.navigate('/clients')
  await screen.findByText('Gareth Lloyd')
})

test.for(pages)('%s follows its address', async ([path, own, other]) => {
  localStorage.setItem('portico.mine', 'true')
  show(`${path}?mine=false`, aTeam())

  await screen.findByText(own)
  await screen.findByText(other)
})

test.for(pages)('%s begins with all for who works with no client', async ([path, , other]) => {
  show(path, aTeam({ assigned: 0 }))

  await screen.findByText(other)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Mine' }).checked).toBe(false)
})

test.for([
  ['who works alone', null],
  ['who sees the assigned only', aTeam({ role: 'member', sees: 'assigned' })],
] as const)('there is no choice for %s', async ([, team]) => {
  localStorage.setItem('portico.mine', 'true')
  const { router } = show('/?mine=true', team)
  for (const [path, , other] of pages) {
    await router.navigate(path)
    await screen.findByText(other)
    expect(screen.queryByRole('radio', { name: 'Mine' })).toBeNull()
  }
})

test('who works alone and has chosen nothing is asked for nothing more', async () => {
  const { router, calls } = show('/', null)
  for (const [path, own] of pages) {
    await router.navigate(path)
    await screen.findByText(own)
  }
  expect(calls('mine')).toEqual([])
})

test('the choice replaces that of archived clients', async () => {
  const { router, user } = show('/clients?archived=true', aTeam())

  await user.click(await screen.findByRole('radio', { name: 'Mine' }))

  await expect.poll(() => router.state.location.search).toBe('?mine=true')
  await user.click(screen.getByRole('radio', { name: 'Archived' }))
  expect(router.state.location.search).toContain('archived=true')
})

test('who has no own clients is offered all of them', async () => {
  const { user } = show('/clients?mine=true', aTeam({ assigned: 0 }))

  await user.click(await screen.findByRole('button', { name: 'Show all clients' }))

  await screen.findByText('Maya Whitcombe')
})
