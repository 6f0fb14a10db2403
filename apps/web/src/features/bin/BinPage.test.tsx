import type { bin } from '@portico/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { expectComplaint, open, problem, serve, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import { aReceipt } from '../../../test/receipt.ts'
// Loads the lazy chunk before the tests, so that no test waits for it.
import '../../ui/ConfirmDialogBody.tsx'
import BinPage from './BinPage.tsx'

const menu: bin.BinItem = {
  kind: 'project',
  id: 'p1',
  name: 'Spring menu',
  version: null,
  versions: null,
  project: { id: 'p1', title: 'Spring menu', inBin: true },
  client: { id: 'c1', firstName: 'Maya', lastName: 'Whitcombe' },
  deletedAt: '2026-11-20T09:30:00.000Z',
  deletedBy: 'Freelancer',
  deletedById: 'f1',
  deletedByName: 'Ada Marsh',
  leavesAt: '2026-12-20T09:30:00.000Z',
  size: 2_400_000,
  approved: false,
  contents: { files: 2, requests: 0, feedback: 1 },
}
const logo: bin.BinItem = {
  ...menu,
  kind: 'file',
  id: 'f1',
  name: 'logo.svg',
  project: { id: 'p2', title: 'Van livery', inBin: false },
  deletedBy: 'Client',
  deletedById: 'c1',
  deletedByName: 'Maya Whitcombe',
  versions: 1,
  contents: null,
}
const proof: bin.BinItem = { ...logo, id: 'f2', name: 'proof.pdf', project: menu.project }

function show(stored: bin.BinItem[], handlers: Parameters<typeof serve>[0] = {}) {
  signInFreelancer()
  let items = stored
  const take = (id: string) => {
    items = items.filter((item) => item.id !== id)
  }
  serve({
    'GET /bin': () => Response.json(items),
    'POST /bin/file/f1/restore': () => {
      take('f1')
      return Response.json({ kind: 'file', id: 'f1', projectId: 'p2' })
    },
    'DELETE /bin/project/p1': () => {
      take('p1')
      return new Response(null, { status: 204 })
    },
    ...handlers,
  })
  open('/bin', { '/bin': <BinPage /> })
  return userEvent.setup()
}

async function rowOf(name: string) {
  const row = (await screen.findByText(name)).closest('li')
  return within(row as HTMLElement)
}

test('shows each deleted item, who deleted it, and until when it can be restored', async () => {
  show([menu, logo])

  const project = await rowOf('Spring menu')
  expect(project.getByText('Project for Maya Whitcombe, with 2 files and 1 piece of feedback')).toBeDefined()
  expect(project.getByText(/by you$/)).toBeDefined()
  expect(project.getByText(/20 December 2026/)).toBeDefined()
  const file = await rowOf('logo.svg')
  expect(file.getByText('File in Van livery, Maya Whitcombe')).toBeDefined()
  expect(file.getByText(/by Maya$/)).toBeDefined()
})

test('restores a file', async () => {
  const user = show([menu, logo])
  await user.click(await screen.findByRole('button', { name: /Restore logo\.svg/ }))

  await waitFor(() => expect(screen.queryByText('logo.svg')).toBeNull())
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'File restored' }])
})

test('does not offer to restore a file before its project', async () => {
  show([menu, proof])

  const file = await rowOf('proof.pdf')
  expect(file.getByText(/Restore the project first\./)).toBeDefined()
  expect(file.queryByRole('button', { name: /Restore/ })).toBeNull()
})

test('deletes a project for good after asking', async () => {
  const user = show([menu])
  await user.click(await screen.findByRole('button', { name: 'Delete Spring menu for good' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete for good' }))
  expect(
    dialog.getByText(
      'Spring menu cannot be brought back after this, nor 2 files and 1 piece of feedback in it.',
    ),
  ).toBeDefined()

  await user.click(dialog.getByRole('button', { name: /Delete for Good/ }))

  expect(await screen.findByText('The bin is empty.')).toBeDefined()
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'Project deleted for good' }])
})

test('marks an approved file and says that its receipt stays, and offers those of a project', async () => {
  const receipt = vi.fn(() => Response.json([aReceipt()]))
  const approved = { ...logo, approved: true }
  const user = show([{ ...menu, approved: true }, approved], { 'GET /receipts': receipt })
  expect((await rowOf('logo.svg')).getByText('Approved')).toBeDefined()
  expect((await rowOf('Spring menu')).queryByText('Approved')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Delete logo.svg for good' }))
  expect(await screen.findByText(/The file is approved: the receipt stays\.$/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Keep in the bin' }))
  await user.click(await screen.findByRole('button', { name: 'Delete Spring menu for good' }))
  expect(await screen.findByRole('button', { name: 'Download receipts' })).toBeDefined()
})

test('shows why an item could not be restored', async () => {
  const message = 'This is not in the bin. It was restored, or deleted for good.'
  const user = show([logo], { 'POST /bin/file/f1/restore': () => problem(404, 'NOT_IN_BIN', message) })
  await user.click(await screen.findByRole('button', { name: /Restore logo\.svg/ }))

  await waitFor(() =>
    expect(toasts()).toEqual([{ kind: 'error', title: 'Failed to restore the file', detail: message }]),
  )
})

test('a failed load shows an error, and Retry loads the bin', async () => {
  expectComplaint('error')
  let down = true
  const user = show([], {
    'GET /bin': () => (down ? problem(503, 'NOT_READY', '') : Response.json([logo])),
  })
  await screen.findByText('The bin did not load')
  down = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByText('logo.svg')).toBeDefined()
})
