import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, serve, signInClient } from '../../../test/fixtures.tsx'
import { aReceipt } from '../../../test/receipt.ts'
import ProjectReceipts from './ProjectReceipts.tsx'
import ReceiptPage from './ReceiptPage.tsx'

const id = (number: number) => `01a20979-ec95-7220-a0b5-3845f03959a${number}`

test('lists what was approved on a project, newest first, and what was taken back', async () => {
  const all = [5, 4, 3, 2, 1].map((number) => aReceipt({ id: id(number), number }))
  all[1] = aReceipt({ id: id(4), number: 4, decision: 'withdrawn', withdraws: id(3) })
  serve({ 'GET /projects/p1/receipts': () => Response.json(all) })
  signInClient()
  window.history.replaceState(null, '', '/client-dashboard/projects/p1')
  open('/', { '/': <ProjectReceipts projectId="p1" /> })

  await screen.findByText('Approved')
  const listed = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(listed()).toEqual([
    'menu.pdf, version 2Receipt 5',
    'menu.pdf, version 2Receipt 3, taken back',
    'menu.pdf, version 2Receipt 2',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Show one more' }))
  expect(listed()).toHaveLength(4)
  expect(screen.getByRole('link', { name: 'Receipt 2' }).getAttribute('href')).toBe(
    `/client-dashboard/receipts/${id(2)}`,
  )
})

test('a receipt leads back to the project from which it was opened', async () => {
  serve({
    'GET /projects/p1/receipts': () => Response.json([aReceipt({ id: id(1) })]),
    [`GET /receipts/${id(1)}`]: () => Response.json(aReceipt({ id: id(1) })),
    [`GET /receipts/${id(1)}/withdrawal`]: () => Response.json({ receipt: null }),
    'GET /clients/my-freelancer': () => Response.json({ freelancer: { name: 'Ada Marsh', role: 'Design' } }),
  })
  signInClient()
  window.history.replaceState(null, '', '/client-dashboard/projects/p1')
  open('/', { '/': <ProjectReceipts projectId="p1" />, '/client-dashboard/receipts/:id': <ReceiptPage /> })

  await userEvent.click(await screen.findByRole('link', { name: 'Receipt 1' }))

  const back = await screen.findByRole('link', { name: 'Spring menu' })
  expect(back.getAttribute('href')).toBe('/client-dashboard/projects/p1')
})

test('shows nothing where nothing was approved', async () => {
  const asked = serve({ 'GET /projects/p1/receipts': () => Response.json([]) })
  open('/', { '/': <ProjectReceipts projectId="p1" /> })
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(screen.queryByText('Approved')).toBeNull()
})
