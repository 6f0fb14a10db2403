import type { projects } from '@portico/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { open, problem, serve, signInFreelancer } from '../../../test/fixtures.tsx'
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
  ['Nobody’s turn', {}],
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
  expect(JSON.parse(String(asked.mock.calls[0]?.[1]?.body))).toEqual({ to: 'client', note: 'Which photo?' })
})
