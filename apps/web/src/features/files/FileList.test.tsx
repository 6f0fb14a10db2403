import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toasts } from '../../../test/fixtures.tsx'
import { fileList, photo, proof, showProjectFiles } from '../../../test/project-files.tsx'

test('a row shows name, uploader, size and time, and opens the file in a new tab', async () => {
  showProjectFiles({ as: 'client', files: [photo, proof] })

  const [first, second] = within(await fileList()).getAllByRole('listitem')
  expect(second?.textContent).toContain('menu-proof-02.pdf')
  expect(second?.textContent).toContain('Ada Marsh, 12.8 MB, ')
  // Isolated, so that a right-to-left name does not move the size.
  expect(second?.querySelector('bdi')?.textContent).toBe('Ada Marsh')
  expect(second?.querySelector('time')?.dateTime).toBe(proof.createdAt)
  const view = within(first as HTMLElement).getByRole<HTMLAnchorElement>('link', { name: /^View File/ })
  expect([view.target, view.rel, view.getAttribute('href')]).toEqual([
    '_blank',
    'noopener noreferrer',
    photo.fileUrl,
  ])
  expect(first?.querySelector('img')?.getAttribute('src')).toBe(photo.thumbnailUrl)
})

test('a client can delete only their own files', async () => {
  showProjectFiles({ as: 'client', files: [photo, proof] })
  await fileList()
  expect(screen.getByRole('button', { name: 'Delete counter.jpg' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Delete menu-proof-02.pdf' })).toBeNull()
})

test('a file is deleted after a confirmation', async () => {
  const remove = vi.fn(() => {
    server.files = [proof]
    return new Response(null, { status: 204 })
  })
  const { server, user } = showProjectFiles({
    files: [photo, proof],
    handlers: { 'DELETE /files/f2': remove },
  })
  await user.click(await screen.findByRole('button', { name: 'Delete counter.jpg' }))

  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText('Are you sure you want to delete this file?')).toBeDefined()
  expect(remove).not.toHaveBeenCalled()
  await user.click(within(dialog).getByRole('button', { name: /Delete File/ }))

  await waitFor(() => expect(screen.queryByText('counter.jpg')).toBeNull())
  expect(toasts()).toMatchObject([
    { kind: 'success', title: 'File deleted', detail: 'counter.jpg moved to the bin, for 30 days.' },
  ])
})

test('an expired link is replaced when it is clicked, in a tab that opens at once', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const tab = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() }
  const openTab = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  const { user } = showProjectFiles({
    files: [proof],
    handlers: { 'GET /files/f1': () => Response.json({ ...proof, fileUrl: '/files/f1?fresh' }) },
  })
  const view = await screen.findByRole('link', { name: /^View File/ })

  vi.setSystemTime(Date.now() + 3_600_000)
  await user.click(view)

  expect(openTab).toHaveBeenCalledWith('', '_blank')
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('/files/f1?fresh'))
  expect(tab.opener).toBeNull()
})
