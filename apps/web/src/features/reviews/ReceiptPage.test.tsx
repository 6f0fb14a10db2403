import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { open, serve, signInFreelancer } from '../../../test/fixtures.tsx'
import { aReceipt } from '../../../test/receipt.ts'
import ReceiptPage from './ReceiptPage.tsx'

test('says on paper whose work was approved, and when to the second with the time zone', async () => {
  signInFreelancer()
  const receipt = aReceipt()
  serve({
    [`GET /receipts/${receipt.id}`]: () => Response.json(receipt),
    'GET /auth/me': () => Response.json({ name: 'Ada Marsh', company: 'Brand and web design' }),
  })

  open(`/receipts/${receipt.id}`, { '/receipts/:id': <ReceiptPage /> })

  expect(await screen.findByText('Brand and web design')).toBeDefined()
  expect(screen.getByText('Ada Marsh')).toBeDefined()
  expect(screen.getByText(/^15 November 2026 at \d\d:42:08 \S+$/)).toBeDefined()
})
