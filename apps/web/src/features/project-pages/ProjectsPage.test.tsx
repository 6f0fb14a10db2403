import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { aClient, aSummary } from '../../../test/client.ts'
import { expectComplaint, open, problem, serve, toasts } from '../../../test/fixtures.tsx'
import { aProject } from '../../../test/project.ts'
import { Toasts } from '../../ui/Toasts.tsx'
import ProjectsPage from './ProjectsPage.tsx'

const spring = aProject({ dueDate: '2026-12-18' })
const van = aProject({ id: 'p2', title: 'Van livery', dueDate: '2026-11-13', overdue: true })
const site = aProject({ id: 'p3', title: 'Website refresh', status: 'Pending' })

const theo = aClient({ id: '01900000-0000-7000-8000-000000000009', firstName: 'Theo', lastName: 'Laurent' })

/** A server that filters like the real one. */
function show(
  path = '/projects',
  stored = [spring, van, site],
  hasArchivedProjects = false,
  clients = [aClient(), theo],
) {
  const list = [...stored]
  const asked = serve({
    'GET /projects': ({ query }) =>
      Response.json(
        list.filter(
          ({ title, status, turn }) =>
            (turn ?? 'none') === (query.get('turn') ?? turn ?? 'none') &&
            title.toLowerCase().includes(query.get('search')?.toLowerCase() ?? '') &&
            status === (query.get('status') ?? status),
        ),
      ),
    'GET /clients': () => Response.json({ clients }),
    'GET /dashboard/summary': () => Response.json({ ...aSummary('free', 1, 1), hasArchivedProjects }),
    'GET /projects/p1/contents': () => Response.json({ files: 0, feedback: 0 }),
    'GET /projects/p2/contents': () => Response.json({ files: 11, feedback: 1 }),
    'DELETE /projects/p2': () => {
      list.splice(1, 1)
      return new Response(null, { status: 204 })
    },
    'POST /bin/project/p2/restore': () => {
      list.splice(1, 0, van)
      return Response.json({ kind: 'project', id: 'p2', projectId: 'p2' })
    },
    'DELETE /projects/p1': () => problem(500, 'INTERNAL', 'Something broke.'),
  })
  const router = open(path, { '/projects': <ProjectsPage /> })
  const calls = () =>
    asked.mock.calls
      .filter(([url, init]) => init?.method === 'GET' && url.startsWith('/api/projects'))
      .map(([url]) => url.replace(/[?&]limit=30/, ''))
  return { router, calls, user: userEvent.setup() }
}

const archived = aProject({ id: 'p4', title: 'Old menu', archivedAt: '2026-09-20T10:00:00.000Z' })

test('archived projects have a filter of their own, kept in the URL', async () => {
  const { router, calls, user } = show('/projects', [spring, archived])

  await user.click(await screen.findByRole('radio', { name: 'Completed' }))
  await user.click(screen.getByRole('radio', { name: 'Archived' }))

  await waitFor(() => expect(router.state.location.search).toBe('?archived=true'))
  await waitFor(() => expect(calls().at(-1)).toBe('/api/projects?archived=true'))
  await user.click(screen.getByRole('radio', { name: 'All' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

const rows = () => screen.getAllByRole('listitem').map((row) => row.querySelector('.row__title')?.textContent)

test('lists projects with client, due date and status, and marks overdue ones', async () => {
  show()
  await screen.findByText('Spring menu')

  expect(rows()).toEqual(['Spring menu', 'Van livery', 'Website refresh'])
  const [first, second, third] = screen.getAllByRole('listitem').map((row) => within(row))
  expect(first?.getByText('18 December 2026')).toBeDefined()
  expect(first?.getByText('Maya Whitcombe')).toBeDefined()
  expect(first?.getByText('In Progress')).toBeDefined()
  expect(second?.getByText(/13 November 2026/).textContent).toBe('13 November 2026Overdue')
  expect(third?.getByText('No deadline')).toBeDefined()
  expect(first?.getByRole('link', { name: 'View Spring menu' }).getAttribute('href')).toBe('/projects/p1')
})

test('searches when typing pauses, and puts the term into the URL', async () => {
  const { router, calls, user } = show()
  await screen.findByText('Spring menu')

  await user.type(screen.getByRole('searchbox'), 'van')

  await waitFor(() => expect(rows()).toEqual(['Van livery']))
  expect(calls()).toEqual(['/api/projects', '/api/projects?search=van'])
  expect(router.state.location.search).toBe('?search=van')
})

test('Enter searches at once', async () => {
  const { user } = show()
  await screen.findByText('Spring menu')
  await user.type(screen.getByRole('searchbox'), 'van{Enter}')
  await waitFor(() => expect(rows()).toEqual(['Van livery']))
})

test('filters by status together with the search', async () => {
  const { router, calls, user } = show('/projects?search=e')
  await screen.findByText('Website refresh')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('e')

  await user.click(screen.getByRole('radio', { name: 'Pending' }))

  await waitFor(() => expect(rows()).toEqual(['Website refresh']))
  expect(calls().at(-1)).toBe('/api/projects?search=e&status=Pending')
  expect(router.state.location.search).toBe('?search=e&status=Pending')

  await user.click(screen.getByRole('radio', { name: 'All' }))
  expect(router.state.location.search).toBe('?search=e')
})

test('filters and sorts by turn, and says it in each row', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  const since = { turnReason: 'passed', turnSince: '2026-11-16T09:00:00.000Z', timeZone: 'UTC' } as const
  const { router, calls, user } = show('/projects', [
    aProject({ ...spring, ...since, turn: 'client' }),
    aProject({ ...van, ...since, turn: 'freelancer' }),
    site,
  ])
  await screen.findByText('Waiting for Maya, 4 days')
  expect(screen.getByText('Your turn, 4 days')).toBeDefined()

  await user.selectOptions(screen.getByLabelText('Whose turn'), 'Your turn')
  await waitFor(() => expect(rows()).toEqual(['Van livery']))
  await user.selectOptions(screen.getByLabelText('Order'), 'Waiting longest first')

  await waitFor(() => expect(calls().at(-1)).toBe('/api/projects?turn=freelancer&sort=turn'))
  expect(router.state.location.search).toBe('?turn=freelancer&sort=turn')
  await user.selectOptions(screen.getByLabelText('Whose turn'), 'Any turn')
  await waitFor(() => expect(rows()).toHaveLength(3))
})

test('filters by due date and client, and clears them without changing the order', async () => {
  const { router, calls, user } = show('/projects?sort=due')
  await screen.findByText('Spring menu')

  await user.selectOptions(screen.getByLabelText('When due'), 'Overdue')
  await user.selectOptions(await screen.findByLabelText('Client'), 'Theo Laurent')

  await waitFor(() => expect(calls().at(-1)).toBe(`/api/projects?due=overdue&client=${theo.id}&sort=due`))
  expect(router.state.location.search).toBe(`?sort=due&due=overdue&client=${theo.id}`)
  expect(screen.getByRole('button', { name: 'Filters (2)' }).getAttribute('aria-expanded')).toBe('false')
  await user.type(screen.getByRole('searchbox'), 'zzz{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }))
  await waitFor(() => expect(router.state.location.search).toBe('?sort=due'))
})

test('with one client there is no choice of clients', async () => {
  show('/projects', [spring], false, [theo])
  await screen.findByText('Spring menu')
  await waitFor(() => expect(screen.queryByLabelText('Client')).toBeNull())
})

test('the fold of the filters opens by its button', async () => {
  const { user } = show()
  const button = await screen.findByRole('button', { name: 'Filters' })
  const fold = document.getElementById(button.getAttribute('aria-controls') ?? '')

  await user.click(button)

  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(fold?.dataset.open).toBe('true')
})

test('unknown filters in the URL are ignored', async () => {
  const { calls } = show('/projects?turn=nobody&sort=age&due=soon&client=x')
  await screen.findByText('Spring menu')
  expect(calls()).toEqual(['/api/projects'])
})

test('the field shows a search that was started elsewhere', async () => {
  const { router } = show('/projects?search=van')
  await screen.findByText('Van livery')
  await router.navigate('/projects?search=web')
  await waitFor(() => expect(rows()).toEqual(['Website refresh']))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('web')
})

test('ignores an unknown status in the URL', async () => {
  const { calls } = show('/projects?status=Lost')
  await screen.findByText('Spring menu')
  expect(calls()).toEqual(['/api/projects'])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'All' }).checked).toBe(true)
})

test('an empty result offers to clear the filters', async () => {
  const { user } = show('/projects?search=zzz')
  expect((await screen.findAllByText('No projects match your criteria.')).length).toBe(1)

  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  await screen.findByText('Spring menu')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test('an empty list offers to create a project', async () => {
  show('/projects', [])
  const sentence = await screen.findByText('No projects match your criteria.')
  expect(sentence.className).not.toContain('vh')
  expect(screen.getByRole('status').contains(sentence)).toBe(true)
  expect(screen.getByText(/You have no projects yet/)).toBeDefined()
  expect(screen.getAllByRole('button', { name: '+ Create Project' })).toHaveLength(1)
})

test('says that all projects are archived, and links to them', async () => {
  show('/projects', [], true)
  const link = await screen.findByRole('link', { name: 'archived' })
  expect(link.getAttribute('href')).toBe('/projects?archived=true')
  expect(link.parentElement?.textContent).toBe('All your projects are archived.')
  expect(screen.queryByText(/You have no projects yet/)).toBeNull()
})

test('deleting asks first and can be cancelled', async () => {
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Delete Van livery' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Are you sure you want to delete this project?')).toBeDefined()
  expect(
    await dialog.findByText(
      'Van livery is deleted at once, for Maya Whitcombe too. With it: 11 files and 1 piece of feedback. You can bring it back from the bin for 30 days.',
    ),
  ).toBeDefined()

  await user.click(dialog.getByRole('button', { name: 'Keep project' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(rows()).toHaveLength(3)

  await user.click(screen.getByRole('button', { name: 'Delete Van livery' }))
  await user.click(await screen.findByRole('button', { name: /Delete Project/ }))
  await waitFor(() => expect(rows()).toEqual(['Spring menu', 'Website refresh']))
  expect(toasts()).toEqual([
    { kind: 'success', title: 'Project deleted', detail: 'In the bin for 30 days: Van livery' },
  ])
})

test('Undo brings a deleted project back', async () => {
  const { user } = show()
  render(<Toasts />)
  await user.click(await screen.findByRole('button', { name: 'Delete Van livery' }))
  await user.click(await screen.findByRole('button', { name: /Delete Project/ }))
  await waitFor(() => expect(rows()).toEqual(['Spring menu', 'Website refresh']))

  await user.keyboard('{F6}')
  await user.keyboard('{Enter}')

  await waitFor(() => expect(rows()).toEqual(['Spring menu', 'Van livery', 'Website refresh']))
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'Project restored' }])
})

test('a project that could not be deleted stays, and a toast shows the reason', async () => {
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Delete Spring menu' }))
  await user.click(await screen.findByRole('button', { name: /Delete Project/ }))

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(toasts()).toEqual([{ kind: 'error', title: 'Failed to delete project', detail: 'Something broke.' }])
  expect(rows()).toHaveLength(3)
})

test('loads the next page when the end of the list becomes visible', async () => {
  let seen = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onSeen: (entries: { isIntersecting: boolean }[]) => void) {
        seen = () => onSeen([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  serve({
    'GET /clients': () => Response.json({ clients: [] }),
    'GET /projects': ({ query }) =>
      query.get('cursor') === 'p1'
        ? Response.json([van])
        : Response.json([spring], {
            headers: { link: '</api/projects?status=Pending&cursor=p1>; rel="next"' },
          }),
  })
  open('/projects?status=Pending', { '/projects': <ProjectsPage /> })
  await screen.findByText('Spring menu')
  expect(screen.getByText('Loading more')).toBeDefined()

  seen()
  await waitFor(() => expect(rows()).toEqual(['Spring menu', 'Van livery']))
  expect(screen.queryByText('Loading more')).toBeNull()
})

test('a failed load shows an error, and Retry loads the list', async () => {
  expectComplaint('error')
  let down = true
  serve({
    'GET /clients': () => Response.json({ clients: [] }),
    'GET /projects': () => (down ? problem(503, 'NOT_READY', '') : Response.json([spring])),
  })
  open('/projects', { '/projects': <ProjectsPage /> })

  expect((await screen.findByRole('alert')).textContent).toContain('Your projects did not load')
  down = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('Spring menu')
})
