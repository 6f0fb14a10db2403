import type { reviews } from '@portico/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { aFile } from '../../../test/file.ts'
import { open, problem, serve, signInClient, toasts } from '../../../test/fixtures.tsx'
// Loads the lazy chunks before the tests, so that no test waits for them.
import './ApproveDialog.tsx'
import './RequestChangesDialog.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { ReviewPanel } from './ReviewPanel.tsx'

const parties = {
  isReadOnly: false,
  isArchived: false,
  title: 'Menu',
  freelancer: 'Ada',
  client: 'Maya',
  timeZone: 'Europe/London',
}
const file = {
  ...aFile(),
  id: 'f1',
  fileName: 'menu.pdf',
  version: 3,
  project: { id: 'p1', title: 'Menu', archivedAt: null },
}
const asked: reviews.Review = {
  id: 'r1',
  projectId: 'p1',
  fileId: 'f1',
  fileName: 'menu.pdf',
  version: 3,
  size: 12_800_000,
  round: 2,
  state: 'open',
  message: 'Prices are smaller now.',
  dueDate: null,
  overdue: false,
  askedBy: { id: 'ada', name: 'Ada Marsh' },
  needsCode: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  group: null,
  decision: null,
}

beforeEach(() => {
  signInClient()
  window.history.replaceState(null, '', '/client-dashboard')
})

/** Renders the bar as the viewer does. `decide` responds to the decision. */
function show(
  review: reviews.Review,
  {
    openNotes = 0,
    omissions = [] as string[],
    decide = () => Response.json({ ...review, state: 'approved' }),
  } = {},
) {
  let stored = review
  const handlers = {
    'GET /files/f1/reviews': () => Response.json([stored]),
    'GET /files/f1/notes/counts': () =>
      Response.json({ total: openNotes, open: openNotes, openOfClient: openNotes }),
    'PUT /reviews/r1/decision': decide,
    'POST /reviews/r1/code': () => Response.json({ email: 'maya@example.test', emailStatus: 'queued' }),
  }
  const calls = serve(handlers)
  open('/', {
    '/': (
      <>
        <ReviewPanel file={file} newestVersion={3} parties={parties} />
        <DecisionBar file={file} parties={parties} omissions={omissions} />
      </>
    ),
  })
  const sent = (name: string) =>
    calls.mock.calls.filter(([path, init]) => `${init?.method} ${path.replace(/^\/api/, '')}` === name)
  return { sent, change: (part: Partial<reviews.Review>) => (stored = { ...stored, ...part }) }
}

test('names what the viewer does not show before somebody approves', async () => {
  const text = 'The viewer shows the first of 2 pages. Download the file to see all of it.'
  show(asked, { omissions: [text] })

  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))

  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText(text)).toBeDefined()
})

test('the dialog to approve focuses the button that closes it, so that Enter approves nothing', async () => {
  const { sent } = show(asked, { openNotes: 2 })
  await screen.findByText('Ada asks for your approval')
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))

  const dialog = await screen.findByRole('alertdialog', { name: 'Approve this version?' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Not yet' })))
  expect(dialog.textContent).toContain('Filemenu.pdfVersion3, from')
  expect(dialog.textContent).toContain('2 notes are still open. Approving does not close them.')
  await userEvent.keyboard('{Enter}')

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent('PUT /reviews/r1/decision')).toEqual([])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Approve' }))
})

test('a review with a code can be approved once six digits are typed, and keeps the input when they are wrong', async () => {
  const wrong = 'That was not the code. 4 tries left.'
  const { sent } = show(
    { ...asked, needsCode: true },
    { decide: () => problem(400, 'CODE_WRONG', 'This code is wrong.', { code: wrong }) },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  await screen.findByText('We have sent six digits to maya@example.test. They work for ten minutes.')
  const code = await screen.findByRole('textbox', { name: 'Code' })
  await userEvent.type(screen.getByRole('textbox', { name: /^Comment/ }), 'Go ahead.')

  await userEvent.type(code, '40-71 x2')
  const approve = screen.getByRole('button', { name: /^Approve version 3/ })
  expect(approve.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(approve)
  await userEvent.type(code, '37{Enter}')
  expect(sent('PUT /reviews/r1/decision')).toEqual([])
  await userEvent.click(approve)

  await screen.findByText(wrong)
  const body = { decision: 'approved', comment: 'Go ahead.', code: '407123' }
  expect(JSON.parse(String(sent('PUT /reviews/r1/decision')[0]?.[1]?.body))).toEqual(body)
  await waitFor(() => expect(document.activeElement).toBe(code))
  await userEvent.click(screen.getByRole('button', { name: 'Not yet' }))
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByDisplayValue('Go ahead.')).toBeTruthy()
  expect(sent('POST /reviews/r1/code'), 'the code that was sent still works').toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
  await waitFor(() => expect(sent('POST /reviews/r1/code')).toHaveLength(2))
})

test('changes need a comment, unless notes say what should change', async () => {
  const { sent, change } = show(asked, {
    decide: () => Response.json({ ...asked, state: 'changes_requested' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Request changes' }))
  const send = await screen.findByRole('button', { name: /^Request changes.*Sending/ })
  expect(send.getAttribute('aria-disabled')).toBe('true')
  await userEvent.type(screen.getByRole('textbox', { name: 'What should change?' }), 'Larger.')
  change({ state: 'changes_requested' })
  await userEvent.click(send)

  await waitFor(() => expect(sent('PUT /reviews/r1/decision')).toHaveLength(1))
  await screen.findByText(/^Changes requested/)
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'Changes requested' }])
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Review' })))
})

test('an open dialog says when the review is over, and keeps the text', async () => {
  const { sent, change } = show(asked, {
    decide: () => problem(409, 'REVIEW_NOT_OPEN', 'This is not open any more.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  await userEvent.type(await screen.findByRole('textbox', { name: /^Comment/ }), 'Go.')
  change({ state: 'replaced' })
  await userEvent.click(screen.getByRole('button', { name: /^Approve version 3/ }))

  await screen.findByText(/^This is not open any more/)
  expect(screen.getByRole('button', { name: /^Approve version 3/ })).toBeTruthy()
  expect(screen.getByDisplayValue('Go.')).toBeTruthy()
  expect(sent('PUT /reviews/r1/decision')).toHaveLength(1)
})
