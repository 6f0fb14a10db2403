import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { aFile } from '../../../test/file.ts'
import { problem, toasts } from '../../../test/fixtures.tsx'
// Loads the lazy chunks before the tests, so that no test waits for them.
import '../../ui/Menu.tsx'
import './DeleteFileDialog.tsx'
import { fileList, photo, proof, showProjectFiles } from '../../../test/project-files.tsx'

async function openMenu(user: UserEvent, fileName: string) {
  await user.click(await screen.findByRole('button', { name: `More for ${fileName}` }))
  return screen.findByRole('menu', { name: `More for ${fileName}` })
}

async function chooseAction(user: UserEvent, fileName: string, name: string) {
  await user.click(within(await openMenu(user, fileName)).getByRole('menuitem', { name }))
}

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

test('the freelancer asks for approval from the row of a file that the client was not asked about', async () => {
  const asked = aFile({
    id: 'f9',
    fileName: 'asked.pdf',
    review: { id: 'r1', round: 1, state: 'open', dueDate: null },
  })
  const { user } = showProjectFiles({ files: [proof, asked] })
  await fileList()

  await user.click(screen.getByRole('button', { name: 'Ask for approval of menu-proof-02.pdf' }))

  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('menu-proof-02.pdf')
  expect(screen.queryByRole('button', { name: 'Ask for approval of asked.pdf' })).toBeNull()
})

test('a client has no button to ask for approval', async () => {
  showProjectFiles({ as: 'client', files: [photo, proof] })
  await fileList()

  expect(screen.queryByRole('button', { name: /^Ask for approval/ })).toBeNull()
})

test('a client can rename and delete only their own files', async () => {
  const { user } = showProjectFiles({ as: 'client', files: [photo, proof] })
  await fileList()

  const actionsFor = async (fileName: string) => {
    const items = within(await openMenu(user, fileName)).getAllByRole('menuitem')
    await user.keyboard('{Escape}')
    return items.map(({ textContent }) => textContent)
  }
  expect(await actionsFor('counter.jpg')).toEqual(['New version', 'Versions', 'Rename', 'Delete'])
  expect(await actionsFor('menu-proof-02.pdf')).toEqual(['New version', 'Versions'])
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
  await chooseAction(user, 'counter.jpg', 'Delete')

  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText('Are you sure you want to delete this file?')).toBeDefined()
  expect(remove).not.toHaveBeenCalled()
  await user.click(within(dialog).getByRole('button', { name: /Delete File/ }))

  await waitFor(() => expect(screen.queryByText('counter.jpg')).toBeNull())
  expect(toasts()).toMatchObject([
    { kind: 'success', title: 'File deleted', detail: 'In the bin for 30 days: counter.jpg' },
  ])
})

test('all versions of a file are deleted after a confirmation that names the deleted notes and the receipts that stay', async () => {
  const remove = vi.fn(({ query }: { query: URLSearchParams }) => {
    server.files = []
    return new Response(null, { status: query.get('versions') === 'all' ? 204 : 500 })
  })
  const approved = { version: 1, decision: { receiptId: 'x1' } }
  const { server, user } = showProjectFiles({
    files: [aFile({ id: 'f1', fileName: 'menu.pdf', version: 2, versions: 2 })],
    handlers: {
      'DELETE /files/f1': remove,
      'GET /files/f1/notes': () => Response.json([{ number: 5 }, { number: 3 }]),
      'GET /files/f1/notes/counts': () => Response.json({ total: 4, open: 1, openOfClient: 0 }),
      'GET /files/f1/reviews': () => Response.json([approved]),
    },
  })
  await chooseAction(user, 'menu.pdf', 'Delete version 2')
  await screen.findByText(/^Version 2 of menu.pdf is deleted at once, .+ Notes 3 and 5 go with it. You can/)
  await user.click(screen.getByRole('button', { name: 'Keep version' }))

  await chooseAction(user, 'menu.pdf', 'Delete file')
  await screen.findByText(
    'menu.pdf is deleted at once with all its 2 versions, for both sides. Its 4 notes go too. The file is approved: the receipt stays. You can bring it back from the bin for 30 days.',
  )
  await user.click(screen.getByRole('button', { name: /Delete File/ }))

  await waitFor(() => expect(screen.queryByText('menu.pdf')).toBeNull())
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'File deleted' }])
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

test('shows an error when a file cannot be opened, and closes its tab', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const tab = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  const { user } = showProjectFiles({
    files: [proof],
    handlers: { 'GET /files/f1': () => problem(404, 'FILE_NOT_FOUND', 'File not found.') },
  })
  const view = await screen.findByRole('link', { name: /^View File/ })

  vi.setSystemTime(Date.now() + 3_600_000)
  await user.click(view)

  await waitFor(() => expect(toasts()).toMatchObject([{ title: 'The file could not be opened' }]))
  expect(tab.close).toHaveBeenCalled()
})

test('every file can be downloaded, and only one that a browser shows can be viewed', async () => {
  const archive = aFile({
    id: 'f3',
    fileName: 'fonts.zip',
    fileUrl: '/files/f3?s',
    contentType: 'application/zip',
  })
  showProjectFiles({ as: 'client', files: [archive, proof] })

  const [first, second] = within(await fileList()).getAllByRole('listitem') as HTMLElement[]
  const link = within(first as HTMLElement).getByRole<HTMLAnchorElement>('link', {
    name: 'Download fonts.zip',
  })
  expect([link.getAttribute('href'), link.download]).toEqual(['/files/f3?s&download=1', 'fonts.zip'])
  expect(within(first as HTMLElement).queryByRole('link', { name: /^View File/ })).toBeNull()
  expect(
    within(second as HTMLElement)
      .getAllByRole('link')
      .map((it) => it.getAttribute('aria-label') ?? it.getAttribute('href')),
  ).toEqual(['/client-dashboard/files/f1', 'View File menu-proof-02.pdf', 'Download menu-proof-02.pdf'])
})

test('a file can be renamed by those who may delete it, and the list shows the name that the server returned', async () => {
  const rename = vi.fn(({ body }: { body: unknown }) => {
    const { fileName } = body as { fileName: string }
    const renamed = { ...photo, fileName: `${fileName}.jpg` }
    server.files = [renamed, proof]
    return Response.json(renamed)
  })
  const { server, user } = showProjectFiles({
    as: 'client',
    files: [photo, proof],
    handlers: { 'PUT /files/f2': rename },
  })
  await fileList()

  await chooseAction(user, 'counter.jpg', 'Rename')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'File name' })
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: /Rename File/ }))
  expect(await screen.findByText('Please enter a name for the file.')).toBeDefined()
  expect(rename).not.toHaveBeenCalled()
  await user.type(field, 'front')
  await user.click(screen.getByRole('button', { name: /Rename File/ }))

  expect(await screen.findByRole('button', { name: 'More for front.jpg' })).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'File renamed' }])
})

test('a refused name stays in the field with the reason', async () => {
  const { user } = showProjectFiles({
    files: [proof],
    handlers: {
      'PUT /files/f1': () =>
        problem(400, 'INVALID_INPUT', 'Please enter a name for the file.', {
          fileName: 'Please enter a name for the file.',
        }),
    },
  })
  await chooseAction(user, 'menu-proof-02.pdf', 'Rename')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'File name' })

  await user.clear(field)
  await user.type(field, '...{Enter}')

  expect(await screen.findByText('Please enter a name for the file.')).toBeDefined()
  expect(field.value).toBe('...')
})

test('a long name keeps its extension on screen, and screen readers read the whole name', async () => {
  const name = 'Brand guidelines for the spring campaign, second round, v3 final.pdf'
  showProjectFiles({ files: [aFile({ fileName: name })] })

  const shown = within(await fileList()).getByTitle(name)

  const [whole, start, end] = [...shown.children]
  expect(whole?.textContent).toBe(name)
  expect(`${start?.textContent}|${end?.textContent}`).toBe(`${name.slice(0, -10)}|${name.slice(-10)}`)
  expect([start, end].every((part) => part?.getAttribute('aria-hidden') === 'true')).toBe(true)
})

test('a picture that the uploader’s browser has made is marked as such', async () => {
  showProjectFiles({
    files: [{ ...proof, thumbnailUrl: '/files/f1/thumbnail', isThumbnailByUploader: true }],
  })

  expect((await fileList()).querySelector('img')?.getAttribute('src')).toBe('/files/f1/thumbnail')
  expect(screen.getByText(/previews made by the uploader’s browser/)).toBeDefined()
})
