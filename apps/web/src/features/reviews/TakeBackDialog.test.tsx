import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { open, problem, serve, signInClient, toasts } from '../../../test/fixtures.tsx'
import { formatClockTime } from '../../ui/dates.ts'
import { useHistoryPosition } from '../../ui/use-close-on-back.ts'
import type { ListedReview } from './reviews.queries.ts'
import TakeBackDialog from './TakeBackDialog.tsx'

const approved: ListedReview = {
  id: 'r1',
  projectId: 'p1',
  fileId: 'f1',
  fileName: 'menu.pdf',
  version: 3,
  size: 12_800_000,
  round: 1,
  state: 'approved',
  message: null,
  dueDate: null,
  overdue: false,
  askedBy: { id: 'ada', name: 'Ada Marsh' },
  needsCode: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  group: null,
  decision: null,
  undoableUntil: Date.now() + 600_000,
}

const parties = {
  isReadOnly: false,
  isArchived: false,
  title: 'Menu',
  freelancer: 'Ada',
  client: 'Maya',
  timeZone: 'Europe/London',
}

beforeEach(() => {
  signInClient()
  window.history.pushState({ key: 'list' }, '', '/client-dashboard')
  window.history.pushState({ key: 'file' }, '', '/client-dashboard/files/f1')
})

function Page({ review = approved }: { review?: ListedReview }) {
  useHistoryPosition(window.location.pathname)
  const [isOpen, setOpen] = useState(true)
  return isOpen ? (
    <TakeBackDialog review={review} parties={parties} onClose={() => setOpen(false)} />
  ) : (
    <p>The file</p>
  )
}

/** `undo` responds when the decision is taken back. */
function show(undo: () => Response, review = approved) {
  const calls = serve({
    'POST /reviews/r1/code': () => Response.json({ email: 'maya@example.test', emailStatus: 'queued' }),
    'DELETE /reviews/r1/decision': undo,
  })
  open('/', { '/': <Page review={review} /> })
  return () => calls.mock.calls.filter(([, init]) => init?.method === 'DELETE').map(([path]) => path)
}

test('Back closes the dialog that takes a decision back, and stays on the page', async () => {
  const sent = show(() => Response.json(approved))
  await screen.findByText(/^We have sent six digits to maya@example.test/)
  await waitFor(() => expect(window.history.state.depth).toBe(1))

  window.history.back()

  await screen.findByText('The file')
  expect(window.location.pathname).toBe('/client-dashboard/files/f1')
  expect(sent()).toEqual([])
})

test('a wrong code is named at its field, and the right one takes the decision back', async () => {
  const wrong = 'That was not the code. 4 tries left.'
  let isRight = false
  const sent = show(() =>
    isRight
      ? Response.json({ ...approved, state: 'open' })
      : problem(400, 'CODE_WRONG', 'This code is wrong.', { code: wrong }),
  )
  const code = await screen.findByRole('textbox', { name: 'Code' })
  await userEvent.type(code, '123456')
  await userEvent.click(screen.getByRole('button', { name: /^Take it back/ }))
  await screen.findByText(wrong)
  await waitFor(() => expect(document.activeElement).toBe(code))
  expect(screen.queryByText('This code is wrong.')).toBeNull()

  isRight = true
  await userEvent.clear(code)
  await userEvent.type(code, '407123')
  await userEvent.click(screen.getByRole('button', { name: /^Take it back/ }))

  await screen.findByText('The file')
  expect(sent()).toEqual(['/api/reviews/r1/decision?code=123456', '/api/reviews/r1/decision?code=407123'])
  expect(toasts().at(-1)).toMatchObject({ kind: 'success', title: 'Taken back' })
})

test('asks once, without a code where none is needed, and says until when', async () => {
  const sent = show(() => new Response(null, { status: 204 }), { ...approved, needsCode: false })
  const dialog = await screen.findByRole('alertdialog', { name: 'Take the approval back?' })
  const until = formatClockTime(new Date(approved.undoableUntil).toISOString())
  expect(dialog.textContent).toContain(
    `Ada is told, and the question is open again. You can take it back until ${until}.`,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep it' })))
  expect(screen.queryByRole('textbox')).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: /^Take it back/ }))

  await screen.findByText('The file')
  expect(sent()).toEqual(['/api/reviews/r1/decision'])
})

test('takes nothing back once the time is over', async () => {
  const sent = show(() => new Response(null, { status: 204 }), {
    ...approved,
    needsCode: false,
    undoableUntil: Date.now() - 1,
  })
  await screen.findByText('The time to take it back is over.')

  await userEvent.click(screen.getByRole('button', { name: /^Take it back/ }))

  expect(sent()).toEqual([])
})
