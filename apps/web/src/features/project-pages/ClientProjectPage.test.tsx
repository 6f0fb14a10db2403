import type { projects } from '@portico/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectComplaint, open, problem, serve, signInClient, toasts } from '../../../test/fixtures.tsx'
import { aProject } from '../../../test/project.ts'
import { aRequest, someReminders } from '../../../test/request.ts'
import ClientProjectPage from './ClientProjectPage.tsx'

const freelancer = { id: 'f1', name: 'Ada Marsh', email: 'ada@marsh.example', role: 'Freelancer' }

beforeEach(() => {
  document.title = 'Portico | My Projects'
})

function show(answer: () => Response | Promise<Response>, handlers: Parameters<typeof serve>[0] = {}) {
  signInClient()
  const asked = serve({
    'GET /requests/unsent': () => Response.json([]),
    'GET /feedback/projects/p1/feedback': () => Response.json([]),
    'GET /files/project/p1': () => Response.json([]),
    'GET /files/limits': () => Response.json({ maxUploadBytes: 1_024 ** 3 }),
    'GET /projects/client/p1': answer,
    'GET /projects/p1/activity': () => Response.json([]),
    'GET /clients/my-freelancer': () => Response.json({ freelancer }),
    ...handlers,
  })
  open('/client-dashboard/projects/p1', { '/client-dashboard/projects/:id': <ClientProjectPage /> })
  return asked
}

test('shows description, status, due date and freelancer', async () => {
  show(() => Response.json(aProject({ dueDate: '2026-12-18' })))

  expect(screen.getByText('Loading project...')).toBeDefined()
  expect(await screen.findByRole('heading', { level: 1, name: 'Spring menu' })).toBeDefined()
  await waitFor(() => expect(document.title).toBe('Spring menu · Portico | My Projects'))
  expect(screen.getByText('Two sizes, allergen marks.')).toBeDefined()
  expect(screen.getByText('In Progress')).toBeDefined()
  expect(screen.getByText('Due 18 December 2026')).toBeDefined()
  expect(await screen.findByRole('link', { name: 'ada@marsh.example' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'My Projects' }).getAttribute('href')).toBe('/client-dashboard')
})

test('says when a project was completed before its due date', async () => {
  const completion = { on: '2026-11-20', dueDate: '2026-12-18' }
  show(() => Response.json(aProject({ status: 'Completed', dueDate: completion.on, completion })))

  expect(await screen.findByText(/^Completed on 20 November.*, 28 days before 18 December/)).toBeDefined()
})

test('asks for files and feedback without waiting for the project', () => {
  const asked = show(() => new Promise(() => {}))

  expect(asked.mock.calls.map(([path]) => path)).toEqual(
    expect.arrayContaining(['/api/files/project/p1', '/api/feedback/projects/p1/feedback']),
  )
})

test('an archived project can be read and downloaded, and nothing can be added', async () => {
  show(() => Response.json(aProject({ archivedAt: '2026-11-18T10:00:00.000Z' })))

  expect(
    await screen.findByText('This project is archived. You can read and download everything.'),
  ).toBeDefined()
  expect(await screen.findByText('No feedback submitted yet.')).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Choose files' })).toBeNull()
})

test('a contact who only looks is offered nothing to write, also once their session says so', async () => {
  window.history.replaceState(null, '', '/client-dashboard/projects/p1')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  show(() => Response.json(aProject({ ...asked, requests: { open: 2, answered: 0 } })), {
    'GET /projects/p1/requests': () =>
      Response.json({ requests: [aRequest()], reminders: someReminders(), stagedFiles: [] }),
  })
  await screen.findByRole('button', { name: 'Hand it back' })
  expect(screen.getByRole('link', { name: 'Answer 2 requests' })).toBeDefined()

  act(() => void signInClient(undefined, { looksOnly: true }))

  expect(screen.getByRole('region', { name: 'Your colleagues’ turn' })).toBeDefined()
  expect(screen.getByText('2 things Ada needs')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Look at 2 requests' })).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  for (const name of ['Choose files', 'Hand it back', 'Submit'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Leave feedback' })).toBeNull()
})

test('a note of a colleague is not called one’s own', async () => {
  const turnNote = { ...asked.turnNote, by: 'client', author: 'Tom Ferris' } as const
  show(() => Response.json(aProject({ ...asked, turnNote })))

  expect(await screen.findByText('Tom took over')).toBeDefined()
  expect(screen.queryByText('You took over')).toBeNull()
})

const asked = {
  turn: 'client',
  turnReason: 'passed',
  turnSince: '2026-11-16T23:00:00.000Z',
  turnNote: {
    to: 'client',
    by: 'freelancer',
    message: 'Which paper?',
    at: '2026-11-16T23:00:00.000Z',
  },
  timeZone: 'UTC',
} as const

test('the client’s turn lists the tasks, with a primary button to pass it back', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  show(() => Response.json(aProject(asked)))

  const yours = within(await screen.findByRole('region', { name: 'Your turn' }))
  expect(yours.getByText('4 days')).toBeDefined()
  expect(await yours.findByText('Ada asks')).toBeDefined()
  expect(yours.getByText('Which paper?')).toBeDefined()
  expect(yours.getByRole('button', { name: 'Hand it back' }).className).toContain('btn--primary')
  expect(screen.getByRole('button', { name: 'Submit' }).className).toContain('btn--secondary')
  expect(screen.queryByRole('region', { name: 'Whose turn' })).toBeNull()
})

test('passing the turn back takes a note, and shows whose turn it is then', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  let project = aProject(asked)
  const calls = show(() => Response.json(project), {
    'POST /projects/p1/turn': () => {
      const turnNote = {
        to: 'freelancer',
        by: 'client',
        message: 'The white one.',
        at: '2026-11-20T12:00:00.000Z',
      } as const
      project = aProject({ ...asked, turn: 'freelancer', turnSince: turnNote.at, turnNote })
      return Response.json(project)
    },
  })

  await userEvent.click(await screen.findByRole('button', { name: 'Hand it back' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over to Ada' }))
  await userEvent.type(dialog.getByLabelText(/Your note/), 'The white one.')
  await userEvent.click(dialog.getByRole('button', { name: /^Hand over/ }))

  const line = within(await screen.findByRole('region', { name: 'Whose turn' }))
  expect(line.getByText('Ada’s turn, since this afternoon')).toBeDefined()
  expect(line.getByText('The white one.')).toBeDefined()
  expect(line.getByText('You handed over.')).toBeDefined()
  expect(toasts()).toMatchObject([{ title: 'It is Ada’s turn now' }])
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(screen.getByRole('button', { name: 'Submit' }).className).toContain('btn--primary')
  const [, init] = calls.mock.calls.find(([, init]) => init?.method === 'POST') ?? []
  expect(JSON.parse(String(init?.body))).toEqual({ to: 'freelancer', note: 'The white one.' })

  await userEvent.click(screen.getByRole('button', { name: 'Remind Ada' }))
  const next = within(await screen.findByRole('dialog', { name: 'Remind Ada' }))
  expect(next.getByLabelText<HTMLTextAreaElement>(/Your note/).value).toBe('')
})

test('a 404 shows “Project not found.”', async () => {
  expectComplaint('error')
  show(() => problem(404, 'PROJECT_NOT_FOUND', 'Project not found.'))
  expect(await screen.findByText('Project not found.')).toBeDefined()
})

test('a failed load shows an error, and Retry loads the project', async () => {
  expectComplaint('error')
  let down = true
  show(() => (down ? problem(503, 'NOT_READY', '') : Response.json(aProject())))

  await screen.findByText('Failed to load project')
  down = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByRole('heading', { name: 'Spring menu' })).toBeDefined()
})

test.for<[name: string, part: Partial<projects.Project>, sentence: string, link: string]>([
  [
    'open requests, among what is to do',
    { turn: 'client', turnReason: 'requests', requests: { open: 2, answered: 0 } },
    '2 things Ada needs from you',
    'Answer 2 requests',
  ],
  [
    'open requests, while it is somebody else’s turn',
    { turn: 'freelancer', turnReason: 'passed', requests: { open: 1, answered: 3 } },
    '1 request still open.',
    '1 request',
  ],
  [
    'answered requests',
    { turn: 'freelancer', turnReason: 'answers', requests: { open: 0, answered: 3 } },
    'You answered 3 requests.',
    '3 requests',
  ],
])('leads to %s', async ([, part, sentence, link]) => {
  window.history.replaceState(null, '', '/client-dashboard/projects/p1')
  const asked = [aRequest({ title: 'Logo' }), aRequest({ id: 'r2', title: 'Prices', state: 'answered' })]
  show(() => Response.json(aProject({ ...part, turnSince: new Date().toISOString() })), {
    'GET /projects/p1/requests': () => Response.json({ requests: asked, reminders: someReminders() }),
    'GET /projects/p1/reviews': () => Response.json([]),
  })

  const way = await screen.findByRole('link', { name: link })
  expect(way.getAttribute('href')).toBe('/client-dashboard/projects/p1/requests')
  await waitFor(() => expect(document.body.textContent).toContain(sentence))
  if (part.turn === 'client') expect(await screen.findByText('Logo.')).toBeDefined()
})
