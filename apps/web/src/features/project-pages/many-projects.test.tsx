import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { aClient, aSummary } from '../../../test/client.ts'
import { open, problem, serve, toasts } from '../../../test/fixtures.tsx'
import { stubIntersectionObserver } from '../../../test/intersection-observer.ts'
import { aProject } from '../../../test/project.ts'
// Loads the lazy chunks before the tests, so that no test waits for them.
import './BulkDueDateDialog.tsx'
import './RefusedDialog.tsx'
import ProjectsPage from './ProjectsPage.tsx'

const menu = aProject({ id: 'p1', title: 'Spring menu', dueDate: '2026-11-17', overdue: true })
const van = aProject({ id: 'p2', title: 'Van livery', dueDate: '2026-11-18' })
const site = aProject({ id: 'p3', title: 'Website', dueDate: '2026-12-02' })
const logo = aProject({ id: 'p4', title: 'Logo' })

/** On a Wednesday, 18 November 2026. */
function show(path: string, listed = [menu, van, site, logo], refused: object[] = []) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00Z') })
  const asked = serve({
    'GET /clients': () => Response.json({ clients: [aClient()] }),
    'GET /dashboard/summary': () => Response.json(aSummary('pro', 1, 5)),
    'GET /projects': ({ query }) =>
      Response.json(listed.filter(({ dueDate }) => (dueDate ?? '') >= (query.get('dueFrom') ?? ''))),
    'POST /projects/bulk': ({ body }) => {
      const { ids } = body as { ids: string[] }
      const isRefused = (id: string) => refused.some((one) => 'id' in one && one.id === id)
      return Response.json({ changed: ids.filter((id) => !isRefused(id)), refused })
    },
  })
  const router = open(path, { '/projects': <ProjectsPage /> })
  const sent = () =>
    asked.mock.calls.flatMap(([, init]) => (init?.method === 'POST' ? [JSON.parse(String(init.body))] : []))
  const lists = () =>
    asked.mock.calls
      .map(([url]) => url.replace(/[?&]limit=30/, ''))
      .filter((url) => url.startsWith('/api/projects'))
  return { router, sent, lists, user: userEvent.setup() }
}

test('by deadline, projects stand in groups, without those that are completed', async () => {
  const { router, lists, user } = show('/projects?status=Pending')
  await screen.findByText('Spring menu')
  await user.click(screen.getByRole('radio', { name: 'All' }))

  await user.click(screen.getByRole('radio', { name: 'Deadlines' }))

  expect(router.state.location.search).toBe('?view=deadline')
  await waitFor(() => expect(lists().at(-1)).toBe('/api/projects?sort=due&completed=false'))
  const groups = await screen.findAllByRole('heading', { level: 2 })
  expect(groups.map(({ textContent }) => textContent)).toEqual([
    'Overdue',
    'This week',
    'Later',
    'No due date',
  ])
  expect(within(screen.getByRole('region', { name: 'This week' })).getByText('Van livery')).toBeDefined()
  expect(screen.queryByLabelText('Order')).toBeNull()
})

test('several projects are archived together, with an Undo', async () => {
  const { sent, user } = show('/projects')
  await user.click(await screen.findByRole('button', { name: 'Select' }))
  const bar = within(await screen.findByRole('region', { name: 'Selected projects' }))
  expect(bar.getByRole('button', { name: /^Archive/ }).getAttribute('aria-disabled')).toBe('true')

  await user.click(screen.getByRole('checkbox', { name: 'Select Van livery' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Logo' }))
  expect(bar.getByRole('status').textContent).toBe('2 projects selected')
  await user.click(bar.getByRole('button', { name: /^Archive/ }))

  await waitFor(() => expect(sent()).toEqual([{ ids: ['p2', 'p4'], archived: true }]))
  await waitFor(() => expect(toasts()).toMatchObject([{ kind: 'success', title: '2 projects archived' }]))
  expect(bar.getByRole('status').textContent).toBe('0 projects selected')
  await user.click(bar.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a project that refuses is named with the reason, and stays selected', async () => {
  const refusal = { id: 'p3', code: 'PROJECT_NOT_DUE', message: 'Not before its due date.' }
  const { sent, user } = show('/projects', undefined, [refusal])
  await user.click(await screen.findByRole('button', { name: 'Select' }))
  await user.click(await screen.findByRole('button', { name: /^Select all/ }))

  await user.selectOptions(screen.getByLabelText('Set status'), 'Completed')

  const dialog = within(await screen.findByRole('dialog', { name: '1 project was not changed' }))
  expect(dialog.getByRole('listitem').textContent).toBe('WebsiteNot before its due date.')
  expect(sent()).toEqual([{ ids: ['p1', 'p2', 'p3', 'p4'], status: 'Completed' }])
  expect(toasts()).toMatchObject([{ title: '3 projects changed' }])
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  const checked = screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked)
  expect(checked.map((box) => box.getAttribute('aria-label'))).toEqual(['Select Website'])
})

test('all that match are selected, also those that have not loaded yet', async () => {
  stubIntersectionObserver(false)
  const changed: unknown[] = []
  const link = '</api/projects?cursor=p2>; rel="next"'
  serve({
    'GET /clients': () => Response.json({ clients: [aClient()] }),
    'GET /dashboard/summary': () => Response.json(aSummary('pro', 1, 5)),
    'GET /projects': ({ query }) =>
      query.get('cursor') ? Response.json([site, logo]) : Response.json([menu, van], { headers: { link } }),
    'POST /projects/bulk': ({ body }) => {
      changed.push(body)
      return Response.json({ changed: ['p1', 'p2', 'p3', 'p4'], refused: [] })
    },
  })
  open('/projects', { '/projects': <ProjectsPage /> })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Select' }))

  await user.click(await screen.findByRole('button', { name: /^Select all that match/ }))

  expect(await screen.findByText('4 projects selected')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^Archive/ }))
  await waitFor(() => expect(changed).toEqual([{ ids: ['p1', 'p2', 'p3', 'p4'], archived: true }]))
})

test('a due date is set for several, or taken away', async () => {
  const { sent, user } = show('/projects')
  await user.click(await screen.findByRole('button', { name: 'Select' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Select Logo' }))

  await user.click(await screen.findByRole('button', { name: 'Set due date' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set due date' }))
  expect(dialog.getByRole('button', { name: 'Remove due date' })).toBeDefined()
  await user.type(dialog.getByLabelText('Due date'), '2026-12-24')
  await user.click(dialog.getByRole('button', { name: 'Set due date' }))

  await waitFor(() => expect(sent()).toEqual([{ ids: ['p4'], dueDate: '2026-12-24' }]))
})

test('when the answer is lost, the selection stays', async () => {
  const { user } = show('/projects')
  await user.click(await screen.findByRole('button', { name: 'Select' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Select Logo' }))
  serve({
    'POST /projects/bulk': () => problem(503, 'NOT_READY', 'Please try again in a moment.'),
    'GET /projects': () => Response.json([logo]),
  })

  await user.click(await screen.findByRole('button', { name: /^Archive/ }))

  await waitFor(() => expect(toasts()).toMatchObject([{ title: 'Not all projects were changed' }]))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Logo' }).checked).toBe(true)
})

test('the month shows what is due on each day, and Enter opens a day', async () => {
  const { lists, user } = show('/projects?view=month')

  const grid = await screen.findByRole('grid', { name: 'November 2026' })
  expect(lists()).toEqual(['/api/projects?dueFrom=2026-10-26&dueTo=2026-12-06&sort=due&limit=200'])
  expect((await within(grid).findByRole('link', { name: 'Spring menu' })).getAttribute('href')).toBe(
    '/projects/p1',
  )
  const today = screen.getByRole('button', { name: 'Wednesday 18 November 2026, 1 project due' })
  expect([today.getAttribute('aria-current'), today.tabIndex]).toEqual(['date', 0])

  today.focus()
  await user.keyboard('{ArrowLeft}')
  expect(document.activeElement?.getAttribute('data-day')).toBe('2026-11-17')
  await user.keyboard('{Enter}')
  expect(document.activeElement?.textContent).toBe('Tuesday 17 November 2026')
})

test('the arrow keys go on to the next month, which is in the URL', async () => {
  const { router, user } = show('/projects?view=month')
  const today = await screen.findByRole('button', { name: /^Wednesday 18 November 2026/ })

  today.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')

  await screen.findByRole('grid', { name: 'December 2026' })
  expect(router.state.location.search).toBe('?view=month&month=2026-12')
  await waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBe('2026-12-02'))
  await user.click(screen.getByRole('button', { name: 'Today' }))
  await waitFor(() => expect(router.state.location.search).toBe('?view=month'))
})

test('a month that cannot be is ignored', async () => {
  show('/projects?view=month&month=2026-13')
  await screen.findByRole('grid', { name: 'November 2026' })
})
