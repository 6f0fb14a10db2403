import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { open, serve, signInClient, signInFreelancer } from '../../../test/fixtures.tsx'
import { aReceipt } from '../../../test/receipt.ts'
import ReceiptPage from './ReceiptPage.tsx'

test('says on paper whose work was approved, and when to the second with the time zone', async () => {
  signInFreelancer()
  const receipt = aReceipt()
  serve({
    [`GET /receipts/${receipt.id}`]: () => Response.json(receipt),
    [`GET /receipts/${receipt.id}/withdrawal`]: () => Response.json({ receipt: null }),
    'GET /auth/me': () => Response.json({ name: 'Ada Marsh', company: 'Brand and web design' }),
  })

  open(`/receipts/${receipt.id}`, { '/receipts/:id': <ReceiptPage /> })

  expect(await screen.findByText('Brand and web design')).toBeDefined()
  expect(screen.getByText('Ada Marsh')).toBeDefined()
  expect(screen.getByText(/^15 November 2026 at \d\d:42:08 \S+$/)).toBeDefined()
})

test.for(['freelancer', 'client'] as const)(
  'says to the %s first that an approval was taken back',
  async (side) => {
    if (side === 'client') signInClient()
    else signInFreelancer()
    const receipt = aReceipt({ comment: 'Go ahead.' })
    const withdrawal = aReceipt({
      id: '01a20979-ec95-7220-a0b5-3845f03959ae',
      number: 2,
      decision: 'withdrawn',
      withdraws: receipt.id,
      decidedAt: '2026-11-15T11:46:00.000Z',
    })
    serve({
      [`GET /receipts/${receipt.id}`]: () => Response.json(receipt),
      [`GET /receipts/${receipt.id}/withdrawal`]: () => Response.json({ receipt: withdrawal }),
      'GET /auth/me': () => Response.json({ name: 'Ada Marsh', company: null }),
      'GET /clients/my-freelancer': () =>
        Response.json({ freelancer: { name: 'Ada Marsh', role: 'Design' } }),
    })

    const area = side === 'client' ? '/client-dashboard' : ''
    window.history.replaceState(null, '', area || '/')
    open(`${area}/receipts/${receipt.id}`, { [`${area}/receipts/:id`]: <ReceiptPage /> })

    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toMatch(
      /^Taken back\. Maya <b>Whitcombe<\/b> took this approval back on 15 November 2026, \d\d:46\. Receipt 2 says so\.$/,
    )
    expect(within(notice).getByRole('link', { name: 'Receipt 2' }).getAttribute('href')).toBe(
      `${area}/receipts/${withdrawal.id}`,
    )
    const lead = screen.getByText(/approved version 2 of menu\.pdf/)
    expect(notice.compareDocumentPosition(lead)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.getByText('Go ahead.').closest('blockquote')?.textContent).toBe(
      'Maya <b>Whitcombe</b>: Go ahead.',
    )
  },
)

test.for([
  [
    'chosen',
    /^Maya <b>Whitcombe<\/b> chose version 2 of menu\.pdf, one of 2 files, on /,
    ['Chosen', 'Not chosen', 'One chosen'],
  ],
  ['approved', /approved 1 of 2 files on /, ['Approved', 'Changes requested', 'Approved in part']],
] as const)('says what was decided on each of several files: %s', async ([decision, lead, states]) => {
  signInFreelancer()
  const { file } = aReceipt()
  const receipt = aReceipt({
    files: [
      { ...file, decision, comment: null },
      {
        ...file,
        name: 'poster.pdf',
        decision: decision === 'chosen' ? 'not_chosen' : 'changes_requested',
        comment: 'Bigger.',
      },
    ],
  })
  serve({
    [`GET /receipts/${receipt.id}`]: () => Response.json(receipt),
    [`GET /receipts/${receipt.id}/withdrawal`]: () => Response.json({ receipt: null }),
    'GET /auth/me': () => Response.json({ name: 'Ada Marsh', company: null }),
  })

  open(`/receipts/${receipt.id}`, { '/receipts/:id': <ReceiptPage /> })

  expect(await screen.findByText(lead)).toBeDefined()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'What was approved',
    'menu.pdf',
    'poster.pdf',
    'The decision',
    'This receipt',
  ])
  const decisions = screen
    .getAllByRole('definition')
    .filter((one) => one.previousSibling?.textContent === 'Decision')
  expect(decisions.map(({ textContent }) => textContent)).toEqual(states)
  expect(screen.getByText('Bigger.')).toBeDefined()
})
