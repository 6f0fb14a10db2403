import type { reviews } from '@portico/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { aFile } from '../../../test/file.ts'
import { open, problem, serve, signInClient, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import { aProject } from '../../../test/project.ts'
import ReviewGroupPage from './ReviewGroupPage.tsx'
// Loads the lazy chunk before the tests, so that no test waits for it.
import './SendDecisionDialog.tsx'

function aReview(part: Partial<reviews.Review> & { id: string }): reviews.Review {
  return {
    projectId: 'p1',
    fileId: `f-${part.id}`,
    fileName: `${part.id}.pdf`,
    version: 2,
    size: 2_048,
    round: 1,
    state: 'open',
    message: 'For the printer.',
    dueDate: null,
    overdue: false,
    askedBy: { id: 'ada', name: 'Ada Marsh' },
    needsCode: false,
    createdAt: '2026-11-20T10:00:00.000Z',
    group: { id: 'a', kind: 'each', count: 2 },
    decision: null,
    ...part,
  }
}

const two = (kind: reviews.GroupKind, part: Partial<reviews.Review> = {}): reviews.ReviewGroup => ({
  id: 'a',
  projectId: 'p1',
  kind,
  reviews: ['a', 'b'].map((id) => aReview({ ...part, id, group: { id: 'a', kind, count: 2 } })),
})

beforeEach(() => {
  localStorage.clear()
})

/** `decide` responds to the decision. */
function show(
  group: reviews.ReviewGroup,
  { as = 'client' as 'client' | 'freelancer', looksOnly = false, decide = () => Response.json(group) } = {},
) {
  let stored = group
  const sent: unknown[] = []
  const calls = serve({
    'GET /reviews/a/group': () => Response.json(stored),
    'PUT /reviews/a/group/decision': ({ body }) => {
      sent.push(body)
      return decide()
    },
    'POST /reviews/a/code': () => Response.json({ email: 'maya@example.test', emailStatus: 'queued' }),
    'DELETE /reviews/a': () => new Response(null, { status: 204 }),
    'GET /projects/client/p1': () => Response.json(aProject()),
    'GET /projects/p1': () => Response.json(aProject()),
    'GET /clients/my-freelancer': () => Response.json({ freelancer: { name: 'Ada Marsh', role: 'Design' } }),
    ...Object.fromEntries(
      ['a', 'b'].flatMap((id) => [
        [`GET /files/f-${id}`, () => Response.json(aFile({ id: `f-${id}`, fileName: `${id}.pdf` }))],
        [`GET /files/f-${id}/notes/counts`, () => Response.json({ total: 0, open: 0, openOfClient: 0 })],
      ]),
    ),
  })
  if (as === 'client') signInClient(undefined, { ...(looksOnly && { looksOnly }) })
  else signInFreelancer()
  const area = as === 'client' ? '/client-dashboard' : ''
  window.history.replaceState(null, '', `${area}/reviews/a`)
  open(`${area}/reviews/a`, { [`${area}/reviews/:id`]: <ReviewGroupPage /> })
  return { sent, calls, change: (next: reviews.ReviewGroup) => (stored = next) }
}

const sendButton = () => screen.getByRole('button', { name: 'Send decision' })

test('a client decides on each file, and sends all at once after a dialog that names them', async () => {
  const { sent } = show(two('each'))
  await screen.findByRole('heading', { name: 'Approve 2 files' })
  await waitFor(() =>
    expect(screen.getByText('For the printer.').closest('blockquote')?.textContent).toBe(
      'Ada: For the printer.',
    ),
  )
  expect(screen.getByRole('link', { name: 'b.pdf' }).getAttribute('href')).toBe(
    '/client-dashboard/files/f-b?version=2',
  )

  await userEvent.click(screen.getAllByRole('radio', { name: 'Approve' })[0] as HTMLElement)
  expect(screen.getByRole('status').textContent).toBe('1 file to decide on. Nothing counts until you send.')
  expect(sendButton().getAttribute('aria-disabled')).toBe('true')
  const second = screen.getByRole('radiogroup', { name: 'Decision on b.pdf' })
  await userEvent.click(within(second).getByRole('radio', { name: 'Request changes' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'What should change?' }), 'Bigger. ')
  await userEvent.click(sendButton())

  const dialog = await screen.findByRole('alertdialog', { name: 'Send your decision?' })
  await waitFor(() =>
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Not yet' })),
  )
  expect(dialog.textContent).toContain('Approveda.pdf, version 2, 2 KB')
  expect(dialog.textContent).toContain('To changeb.pdf, version 2, 2 KB')
  expect(dialog.textContent).toContain('You have not opened a.pdf here.')
  expect(sent).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: /^Send decision/ }))

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent).toEqual([
    {
      decisions: [
        { reviewId: 'a', decision: 'approved' },
        { reviewId: 'b', decision: 'changes_requested', comment: 'Bigger.' },
      ],
    },
  ])
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'Decision sent' }])
})

test('what is half decided is kept in this browser, and nothing is sent', async () => {
  const { sent } = show(two('each'))
  await userEvent.click((await screen.findAllByRole('radio', { name: 'Approve' }))[1] as HTMLElement)
  document.body.replaceChildren()

  show(two('each'))

  await waitFor(() =>
    expect(
      screen.getAllByRole<HTMLInputElement>('radio', { name: 'Approve' }).map(({ checked }) => checked),
    ).toEqual([false, true]),
  )
  expect(sent).toEqual([])
})

test('a choice asks for one of the files or a reason why none, and one code', async () => {
  const { sent, calls } = show(two('one', { needsCode: true }))
  await screen.findByRole('heading', { name: 'Choose one of 2 files' })
  await userEvent.click(screen.getByRole('radio', { name: 'Choose b.pdf' }))
  await userEvent.type(screen.getByRole('textbox', { name: /^Comment/ }), 'Calmer.')
  await userEvent.click(sendButton())

  const dialog = await screen.findByRole('alertdialog', { name: 'Enter the code' })
  expect(dialog.textContent).toContain('Chosenb.pdf')
  expect(dialog.textContent).toContain('Not chosena.pdf')
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Code' }), '123456')
  await userEvent.click(within(dialog).getByRole('button', { name: /^Send decision/ }))

  await waitFor(() => expect(sent).toEqual([{ chosen: 'b', comment: 'Calmer.', code: '123456' }]))
  expect(calls.mock.calls.filter(([path]) => path.endsWith('/code'))).toHaveLength(1)
})

test('a choice is over when a file is replaced while the dialog is open, and says so', async () => {
  const message = 'This is not open any more.'
  const over = two('one')
  over.reviews = over.reviews.map((review) => ({ ...review, state: 'replaced' }))
  const { change } = show(two('one'), { decide: () => problem(409, 'REVIEW_NOT_OPEN', message) })
  await userEvent.click(await screen.findByRole('radio', { name: 'Choose a.pdf' }))
  await userEvent.click(sendButton())
  change(over)
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: /^Send decision/ }),
  )

  await screen.findByText(
    /^One of the files was replaced or deleted, so this choice is over\. Ada can ask again/,
  )
  expect(screen.queryByRole('radio')).toBeNull()
})

test('the freelancer sees how it stands, and withdraws all of it', async () => {
  const { calls } = show(two('each'), { as: 'freelancer' })
  await screen.findByText('For the printer.')
  expect(screen.getAllByText('In review')).toHaveLength(2)
  expect(screen.queryByRole('radio')).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: /^Withdraw/ }))

  await waitFor(() => expect(calls.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(true))
})

test('names the colleague who decided', async () => {
  const group = two('one')
  const decision = {
    ...{ comment: 'This one.', decidedBy: 'Tom Ferris', decidedAt: '2026-11-20T11:00:00.000Z' },
    ...{ receiptId: 'x1', undoSeconds: 0, decision: 'approved' as const },
  }
  const [first] = group.reviews as [reviews.Review]
  group.reviews = [{ ...first, state: 'approved', decision }]
  show(group)

  expect(await screen.findByText(/^Tom, 20 November 2026/)).toBeDefined()
  expect(screen.queryByText(/^You$|^You,/)).toBeNull()
})

test('a decided choice names the chosen file, and leads to its receipt', async () => {
  const decision = {
    comment: null,
    decidedBy: 'Maya Whitcombe',
    decidedAt: '2026-11-20T11:00:00.000Z',
    receiptId: 'x1',
    undoSeconds: 0,
  }
  const group = two('one')
  group.reviews = [
    {
      ...(group.reviews[0] as reviews.Review),
      state: 'approved',
      decision: { ...decision, decision: 'approved' },
    },
    {
      ...(group.reviews[1] as reviews.Review),
      state: 'not_chosen',
      decision: { ...decision, decision: 'not_chosen' },
    },
  ]
  show(group)

  await screen.findByText('Chosen')
  screen.getByText('Not chosen')
  expect(screen.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toBe(
    '/client-dashboard/receipts/x1',
  )
  expect(screen.queryByRole('button', { name: 'Take it back' })).toBeNull()
})

test('a contact who only looks sees how each file stands, and decides nothing', async () => {
  show(two('each'), { looksOnly: true })

  expect(await screen.findByText('b.pdf')).toBeDefined()
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.queryAllByRole('radio')).toEqual([])
})
