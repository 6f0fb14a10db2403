import type { projects } from '@portico/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { aClientDetail } from '../../../test/client.ts'
import { aFile } from '../../../test/file.ts'
import { expectComplaint, open, problem, serve, toasts } from '../../../test/fixtures.tsx'
import { aProject } from '../../../test/project.ts'
import { currentToasts } from '../../ui/toast.ts'
import ProjectPage from './ProjectPage.tsx'
import ProjectWork from './ProjectWork.tsx'

const now = '2026-11-20'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${now}T12:00:00Z`) })
  document.title = 'Portico | Projects'
})

type Answers = Parameters<typeof serve>[0]

/** A server with one project. */
function show(part: Partial<projects.Project> = {}, answers: Answers = {}) {
  let project = aProject(part)
  const keep = ({ body }: { body: unknown }) => {
    project = { ...project, ...(body as object) }
    return Response.json(project)
  }
  const asked = serve({
    'GET /feedback/projects/p1/feedback': () => Response.json([]),
    'GET /files/project/p1': () => Response.json([]),
    'GET /files/limits': () => Response.json({ maxUploadBytes: 1_024 ** 3 }),
    'GET /projects/p1': () => Response.json(project),
    'GET /projects/p1/contents': () => Response.json({ files: 2, feedback: 0 }),
    'PUT /projects/p1': keep,
    'PUT /projects/p1/due-date': keep,
    'POST /projects/p1/complete': () => {
      const completed = {
        status: 'Completed',
        dueDate: now,
        completion: { on: now, dueDate: project.dueDate },
      }
      return keep({ body: completed })
    },
    'DELETE /projects/p1/completion': () => {
      keep({ body: { status: 'In Progress', dueDate: project.completion?.dueDate, completion: null } })
      return new Response(null, { status: 204 })
    },
    'DELETE /projects/p1': () => new Response(null, { status: 204 }),
    ...answers,
  })
  const tabs = (
    <Routes>
      <Route element={<ProjectPage />}>
        <Route path="projects/:id" element={<ProjectWork />} />
      </Route>
    </Routes>
  )
  const router = open('/projects/p1', { '*': tabs, '/projects': <p>the list</p> })
  const sent = () =>
    asked.mock.calls
      .filter(([, init]) => init?.method !== 'GET')
      .map(([url, init]) => [init?.method, url, init?.body && JSON.parse(String(init.body))])
  return { router, sent, user: userEvent.setup() }
}

const statusField = () => screen.findByLabelText<HTMLSelectElement>('Status')
const dueDateField = () => screen.findByLabelText<HTMLInputElement>('Due date')
const completed = () => screen.getByRole<HTMLOptionElement>('option', { name: 'Completed' })
const updateStatus = () => screen.getByRole('button', { name: /Update Status/ })
const updateDueDate = () => screen.getByRole<HTMLButtonElement>('button', { name: /Update Due Date/ })

test('shows all details of the project', async () => {
  show({ dueDate: '2026-12-18' })
  await screen.findByRole('heading', { level: 1, name: 'Spring menu' })

  await waitFor(() => expect(document.title).toBe('Spring menu · Portico | Projects'))
  expect(screen.getByText('Two sizes, allergen marks.')).toBeDefined()
  expect(screen.getByText('Due 18 December 2026')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Maya Whitcombe' }).getAttribute('href')).toBe('/clients/c1')
  expect(screen.getByText('maya@bakery.example')).toBeDefined()
  expect(screen.getByText(/^2 September 2026, \d\d:\d\d$/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to Projects' }).getAttribute('href')).toBe('/projects')
})

test('can be seen as its client', async () => {
  show()
  expect(await screen.findByRole('button', { name: /See it as Maya/ })).toBeDefined()
})

test('an archived project shows since when, offers no changes, and can be restored', async () => {
  const { user, sent } = show(
    { archivedAt: '2026-11-18T10:00:00.000Z' },
    {
      'GET /clients/c1': () => Response.json(aClientDetail()),
      'GET /files/project/p1': () => Response.json([aFile()]),
    },
  )

  const band = await screen.findByText(/^Archived on/)
  expect(band.textContent).toBe('Archived on 18 November. You and Maya can read and download everything.')
  for (const name of ['Edit Project', /Update/, 'Choose files', /^Delete menu/])
    expect(screen.queryByRole('button', { name })).toBeNull()

  const [inBand] = await screen.findAllByRole('button', { name: 'Bring back' })
  await user.click(inBand as HTMLElement)
  await waitFor(() => expect(sent()).toEqual([['PUT', '/api/projects/p1', { archived: false }]]))
})

test('a project of an archived client links to the client, with whom it can be restored', async () => {
  const archivedAt = '2026-11-18T10:00:00.000Z'
  show({ archivedAt }, { 'GET /clients/c1': () => Response.json(aClientDetail({ archivedAt })) })

  expect(await screen.findByText(/who is archived too/)).toBeDefined()
  expect(screen.getAllByRole('link', { name: 'Maya Whitcombe' })[0]?.getAttribute('href')).toBe('/clients/c1')
})

test('marks an overdue project', async () => {
  show({ dueDate: '2026-11-13', overdue: true })
  expect(await screen.findByText('Overdue, 13 November 2026')).toBeDefined()
})

test('shows a new status at once, and a toast when it is saved', async () => {
  let answer = (_: Response) => {}
  const slow = new Promise<Response>((resolve) => {
    answer = resolve
  })
  const { user, sent } = show({ status: 'Pending' }, { 'PUT /projects/p1': () => slow })
  await user.selectOptions(await statusField(), 'In Progress')
  await user.click(updateStatus())

  const head = within(screen.getByRole('heading', { level: 1 }).parentElement as HTMLElement)
  await head.findByText('In Progress')
  expect(toasts()).toEqual([])
  expect(sent()).toEqual([['PUT', '/api/projects/p1', { status: 'In Progress' }]])

  answer(Response.json(aProject({ status: 'In Progress' })))
  await waitFor(() => expect(toasts()).toMatchObject([{ title: 'Project status updated successfully' }]))
})

test('reverts a refused status and shows the reason', async () => {
  const { user } = show(
    { status: 'Pending' },
    { 'PUT /projects/p1': () => problem(409, 'PROJECT_NOT_DUE', 'Not before its due date.') },
  )
  await user.selectOptions(await statusField(), 'Completed')
  await user.click(updateStatus())

  await waitFor(() =>
    expect(toasts()).toEqual([
      { kind: 'error', title: 'Failed to update status', detail: 'Not before its due date.' },
    ]),
  )
  expect((await statusField()).value).toBe('Pending')
})

test('Completed is disabled until the due date, and enabled by setting that to today', async () => {
  const { user, sent } = show({ dueDate: '2026-11-21' })
  const status = await statusField()
  expect(completed().disabled).toBe(true)
  expect(screen.getByText(/Completed can be chosen from the due date on\./).id).toBe(
    status.getAttribute('aria-describedby'),
  )

  await user.click(screen.getByRole('button', { name: 'Set it to today' }))

  await waitFor(() => expect(completed().disabled).toBe(false))
  expect(sent()).toEqual([['PUT', '/api/projects/p1/due-date', { dueDate: now }]])
  expect(screen.queryByText(/Completed opens/)).toBeNull()
  expect((await dueDateField()).value).toBe(now)
  await waitFor(() => expect(document.activeElement).toBe(status))
})

test('“Complete now” completes before the due date, and Undo restores both', async () => {
  const { user, sent } = show({ dueDate: '2026-12-18' })
  const status = await statusField()
  await user.click(screen.getByRole('button', { name: 'Complete now' }))

  const text = 'Completed on 20 November, 28 days before 18 December'
  await screen.findByText(text)
  expect(sent()).toEqual([['POST', '/api/projects/p1/complete', undefined]])
  expect(toasts()).toMatchObject([{ title: 'Spring menu is completed', detail: `${text}.` }])
  expect((await dueDateField()).value).toBe(now)
  await waitFor(() => expect(document.activeElement).toBe(status))

  currentToasts()[0]?.action?.run()

  await screen.findByText('Due 18 December 2026')
  expect(status.value).toBe('In Progress')
  expect(sent()[1]).toEqual(['DELETE', '/api/projects/p1/completion', undefined])
  await waitFor(() => expect(toasts().at(-1)).toMatchObject({ title: 'Status and due date are back' }))
})

test('an Undo that is refused says why', async () => {
  const { user } = show(
    { dueDate: '2026-12-18' },
    { 'DELETE /projects/p1/completion': () => problem(409, 'COMPLETION_CHANGED', 'It has changed since.') },
  )
  await user.click(await screen.findByRole('button', { name: 'Complete now' }))
  await waitFor(() => expect(toasts()).toHaveLength(1))

  currentToasts()[0]?.action?.run()

  await waitFor(() =>
    expect(toasts().at(-1)).toEqual({
      kind: 'error',
      title: 'Failed to undo',
      detail: 'It has changed since.',
    }),
  )
})

test('a reopened project shows the agreed due date at once, and its toast says so', async () => {
  const reopened = aProject({ status: 'Pending', dueDate: '2026-12-18' })
  let answer = (_: Response) => {}
  const slow = new Promise<Response>((resolve) => {
    answer = resolve
  })
  const { user } = show(
    { status: 'Completed', dueDate: now, completion: { on: now, dueDate: '2026-12-18' } },
    { 'PUT /projects/p1': () => slow },
  )
  await user.selectOptions(await statusField(), 'Pending')
  await user.click(updateStatus())
  await screen.findByText('Due 18 December 2026')

  answer(Response.json(reopened))
  await waitFor(() =>
    expect(toasts()).toMatchObject([
      { title: 'Project status updated successfully', detail: 'Due on 18 December 2026 again.' },
    ]),
  )
})

test.for([
  { timeZone: 'Pacific/Kiritimati', today: '2026-11-21', tomorrow: '2026-11-22' },
  { timeZone: 'Pacific/Pago_Pago', today: '2026-11-20', tomorrow: '2026-11-21' },
])('uses the current day of the freelancer’s time zone, $timeZone', async ({ timeZone, today, tomorrow }) => {
  const { user, sent } = show({ timeZone, dueDate: tomorrow })
  await statusField()
  expect(completed().disabled).toBe(true)

  await user.click(screen.getByRole('button', { name: 'Set it to today' }))

  await waitFor(() => expect(completed().disabled).toBe(false))
  expect(sent()).toEqual([['PUT', '/api/projects/p1/due-date', { dueDate: today }]])
})

test.for([
  ['without a due date', null],
  ['on the due date', now],
  ['after the due date', '2026-01-01'],
] as const)('Completed is enabled %s', async ([, dueDate]) => {
  show({ dueDate })
  await statusField()
  expect(completed().disabled).toBe(false)
})

test('saves the due date separately, once it has changed', async () => {
  const { user, sent } = show({ dueDate: '2026-12-18' })
  const field = await dueDateField()
  expect(updateDueDate().getAttribute('aria-disabled')).toBe('true')

  await user.clear(field)
  await user.type(field, '2027-01-15')
  await user.click(updateDueDate())

  await screen.findByText('Due 15 January 2027')
  expect(sent()).toEqual([['PUT', '/api/projects/p1/due-date', { dueDate: '2027-01-15' }]])
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'Due date updated successfully' }])
  await waitFor(() => expect(updateDueDate().getAttribute('aria-disabled')).toBe('true'))
  expect(document.activeElement).toBe(updateDueDate())
})

test('an empty due date removes the deadline', async () => {
  const { user, sent } = show({ dueDate: '2026-12-18' })
  await user.clear(await dueDateField())
  await user.click(updateDueDate())

  await waitFor(() => expect(toasts()).toHaveLength(1))
  expect(sent()).toEqual([['PUT', '/api/projects/p1/due-date', { dueDate: null }]])
  expect(screen.getAllByText('No deadline')).toHaveLength(2)
})

test.for([
  ['2026-12-18', 'Due on 18 December 2026 again'],
  [null, 'No deadline again'],
])('Undo restores the former due date, %s', async ([dueDate, title]) => {
  const { user, sent } = show({ dueDate })
  const field = await dueDateField()
  await user.clear(field)
  await user.type(field, '2027-01-15')
  await user.click(updateDueDate())
  await screen.findByText('Due 15 January 2027')

  currentToasts()[0]?.action?.run()

  await waitFor(() => expect(toasts().at(-1)).toMatchObject({ kind: 'success', title }))
  expect(sent()[1]).toEqual(['PUT', '/api/projects/p1/due-date', { dueDate }])
  expect(field.value).toBe(dueDate ?? '')
})

test('moves the due date by the days that the client took, and Undo takes that back', async () => {
  const waited = {
    freelancer: { days: 0, turns: 0 },
    client: { days: 4, turns: 1 },
    nobody: { days: 0 },
    sinceDueDate: 4,
  }
  const { user, sent } = show({ dueDate: '2026-12-18', waited })

  await user.click(await screen.findByRole('button', { name: 'Move it by the 4 days that Maya took' }))

  await screen.findByText('Due 22 December 2026')
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'Due date updated successfully' }])
  await waitFor(async () => expect(document.activeElement).toBe(await dueDateField()))
  currentToasts()[0]?.action?.run()
  await screen.findByText('Due 18 December 2026')
  expect(toasts().at(-1)).toMatchObject({ kind: 'success', title: 'Due on 18 December 2026 again' })
  expect(sent()).toEqual([
    ['PUT', '/api/projects/p1/due-date', { dueDate: '2026-12-22', daysWaited: 4 }],
    ['PUT', '/api/projects/p1/due-date', { dueDate: '2026-12-18', daysWaited: -4 }],
  ])
})

test('keeps a refused due date in the field and shows the reason', async () => {
  const { user } = show(
    { status: 'Completed' },
    { 'PUT /projects/p1/due-date': () => problem(409, 'PROJECT_NOT_DUE', 'Not before its due date.') },
  )
  await user.type(await dueDateField(), '2027-01-15')
  await user.click(updateDueDate())

  await waitFor(() =>
    expect(toasts()).toEqual([
      { kind: 'error', title: 'Failed to update due date', detail: 'Not before its due date.' },
    ]),
  )
  expect((await dueDateField()).value).toBe('2027-01-15')
  await waitFor(() => expect(updateDueDate().getAttribute('aria-disabled')).toBeNull())
})

test('deleting asks first and then opens the list', async () => {
  const { router, user, sent } = show()
  await user.click(await screen.findByRole('button', { name: 'Delete Project' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Are you sure you want to delete this project?')).toBeDefined()
  expect(sent()).toEqual([])

  await user.click(dialog.getByRole('button', { name: /Delete Project/ }))
  await screen.findByText('the list')
  expect(router.state.location.pathname).toBe('/projects')
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'Project deleted successfully' }])
})

test('a project that could not be deleted stays on the page', async () => {
  const { user } = show({}, { 'DELETE /projects/p1': () => problem(500, 'INTERNAL', 'Something broke.') })
  await user.click(await screen.findByRole('button', { name: 'Delete Project' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: /Delete Project/ }))

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(toasts()).toEqual([{ kind: 'error', title: 'Failed to delete project', detail: 'Something broke.' }])
  expect(screen.getByRole('heading', { name: 'Spring menu' })).toBeDefined()
})

test('shows loading, not found and failed differently', async () => {
  expectComplaint('error')
  const answers = [
    () => problem(500, 'INTERNAL', 'Something broke.'),
    () => problem(404, 'PROJECT_NOT_FOUND', 'Project not found.'),
  ]
  const { user } = show({}, { 'GET /projects/p1': () => answers.shift()?.() ?? Response.error() })
  expect(screen.getByRole('status').textContent).toBe('Loading project...')

  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load project')
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('Project not found.')
  expect(screen.getByRole('link', { name: 'Back to Projects' })).toBeDefined()
})
