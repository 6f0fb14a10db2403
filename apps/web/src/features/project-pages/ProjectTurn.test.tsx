import type { projects } from '@portico/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { open, problem, serve, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import { aProject } from '../../../test/project.ts'
import { ProjectTurn } from './ProjectTurn.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] })
  signInFreelancer()
})

const line = () => screen.getByRole('region', { name: 'Whose turn' })

function show(part: Partial<projects.Project>) {
  open('/', { '/': <ProjectTurn project={aProject(part)} /> })
}

test.for<[text: string, part: Partial<projects.Project>]>([
  ['Nothing is waiting', {}],
  [
    'Your turn, since this morning',
    { turn: 'freelancer', turnReason: 'feedback', turnSince: '2026-11-20T08:00:00.000Z' },
  ],
  [
    'Waiting for Maya, since yesterday',
    { turn: 'client', turnReason: 'passed', turnSince: '2026-11-19T23:00:00.000Z' },
  ],
  [
    'Waiting for Maya, 4 days',
    { turn: 'client', turnReason: 'passed', turnSince: '2026-11-16T23:00:00.000Z' },
  ],
])('says “%s”', ([text, part]) => {
  show(part)
  within(line()).getByText(text)
})

test.for<Partial<projects.Project>>([{ status: 'Completed' }, { archivedAt: '2026-11-19T23:00:00.000Z' }])(
  'says nothing of what is over: %o',
  (part) => {
    show(part)
    expect(screen.queryByRole('region')).toBeNull()
  },
)

/** The body of the only request with one. */
function sentBy(asked: ReturnType<typeof serve>) {
  const [, init] = asked.mock.calls.find(([, init]) => init?.body) ?? []
  return JSON.parse(String(init?.body))
}

const daysAgo = '2026-11-16T23:00:00.000Z'

test.for<[press: string, confirm: string, toast: string, turn: projects.Side | null]>([
  ['Hand over to Maya', 'Hand over', 'It is Maya’s turn now', null],
  ['Hand over to Maya', 'Hand over', 'It is Maya’s turn now', 'freelancer'],
  ['Remind Maya', 'Remind', 'Maya is reminded', 'client'],
])('“%s” closes with “%s” and says “%s”, also without a note', async ([press, confirm, title, turn]) => {
  const answer = aProject({ turn: 'client', turnReason: 'passed', turnSince: daysAgo })
  const asked = serve({ 'POST /projects/p1/turn': () => Response.json(answer) })
  show({ turn, turnReason: turn && 'passed', turnSince: turn && daysAgo })

  await userEvent.click(screen.getByRole('button', { name: press }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: new RegExp(`^${confirm}`) }))

  await waitFor(() => expect(toasts()).toMatchObject([{ kind: 'success', title }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: press }))
  expect(sentBy(asked)).toEqual({ to: 'client' })
})

test('keeps the typed note when a second reminder on one day is refused', async () => {
  const refusal = 'They were reminded today.'
  const asked = serve({ 'POST /projects/p1/turn': () => problem(429, 'NUDGED_TODAY', refusal) })
  show({ turn: 'client', turnReason: 'passed', turnSince: '2026-11-16T23:00:00.000Z' })

  await userEvent.click(screen.getByRole('button', { name: 'Remind Maya' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remind Maya' }))
  await userEvent.type(dialog.getByLabelText(/Your note/), 'Which photo?')
  await userEvent.click(dialog.getByRole('button', { name: /^Remind/ }))

  await dialog.findByText(new RegExp(refusal))
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/Your note/).value).toBe('Which photo?')
  expect(sentBy(asked)).toEqual({ to: 'client', note: 'Which photo?' })
})

test.for<[sentence: string, part: Partial<projects.Project>]>([
  ['Maya has 2 requests to answer.', { turn: 'client', turnReason: 'requests' }],
  ['Maya answered 1 request.', { turn: 'freelancer', turnReason: 'answers' }],
])('“%s” leads to the requests', ([sentence, part]) => {
  show({ ...part, turnSince: daysAgo, requests: { open: 2, answered: part.turn === 'client' ? 0 : 1 } })

  expect(line().textContent).toContain(sentence)
  const link = screen.getByRole('link', { name: /request/ })
  expect(link.getAttribute('href')).toBe('/projects/p1/requests')
})

const waiting: projects.Waiting[] = [
  { side: 'client', reason: 'requests', count: 2, file: null },
  { side: 'freelancer', reason: 'changes', count: 2, file: { id: 'f1', fileName: 'menu.pdf' } },
  { side: 'freelancer', reason: 'answers', count: 1, file: null },
  { side: 'freelancer', reason: 'feedback', count: 1, file: null },
  { side: 'freelancer', reason: 'notes', count: 3, file: { id: 'f2', fileName: 'sign.pdf' } },
  { side: 'freelancer', reason: 'notes', count: 4, file: null },
]
const links = () =>
  within(line())
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`)

test.for<projects.TurnReason>(['requests', 'passed'])(
  'says what waits for the freelancer while the client has the turn by “%s”',
  (turnReason) => {
    show({ turn: 'client', turnReason, turnSince: daysAgo, waiting })

    expect(line().textContent).toContain(
      'Also for you: changes to menu.pdf and 1 more, 1 answer to look at, feedback from Maya, 3 notes on sign.pdf, 4 notes on other files.',
    )
    expect(links().slice(-5)).toEqual([
      'changes to menu.pdf and 1 more /files/f1',
      '1 answer to look at /projects/p1/requests',
      'feedback from Maya /projects/p1#feedback',
      '3 notes on sign.pdf /files/f2',
      '4 notes on other files /projects/p1',
    ])
  },
)

test('says on which files notes wait, as the reason of either turn', () => {
  const notes = waiting.filter(({ reason }) => reason === 'notes')
  show({ turn: 'freelancer', turnReason: 'notes', turnSince: daysAgo, waiting: notes })
  expect(line().textContent).toContain('Maya left 3 notes on sign.pdf, 4 notes on other files.')
  expect(line().textContent).not.toContain('Also for you')
  expect(links()).toContain('3 notes on sign.pdf /files/f2')
})
