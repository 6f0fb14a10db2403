import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { aFile, aLocalFile } from '../../../test/file.ts'
import { toasts } from '../../../test/fixtures.tsx'
import { fileList, refetchList, showProjectFiles, uploadQueue } from '../../../test/project-files.tsx'
import { reloadSession } from '../../app/session.ts'

test('a chosen file is uploaded and then listed', async () => {
  const { token, uploads, server, choose } = showProjectFiles()
  expect(await screen.findByText(/Any type, up to 1 GB each/)).toBeDefined()
  expect(screen.getByText('No files uploaded yet.')).toBeDefined()

  choose(aLocalFile('menu.pdf', { size: 2_000_000 }))
  await waitFor(() => expect(uploads).toHaveLength(1))
  expect(uploads[0]).toMatchObject({
    url: '/api/files/upload',
    token: `Bearer ${token}`,
    fields: { projectId: 'p1', file: expect.objectContaining({ name: 'menu.pdf' }) },
  })
  act(() => uploads[0]?.progress(1_000_000))
  const meter = within(await uploadQueue()).getByRole<HTMLProgressElement>('progressbar', {
    name: 'menu.pdf',
  })
  expect(meter.value).toBe(50)
  expect(screen.getByText('Uploading menu.pdf, 50 percent')).toBeDefined()

  server.files = [aFile({ fileName: 'menu.pdf' })]
  act(() => uploads[0]?.respond({ status: 201 }))

  expect(within(await fileList()).getByText('menu.pdf')).toBeDefined()
  await waitFor(() => expect(toasts()).toEqual([{ kind: 'success', title: 'File uploaded successfully!' }]))
  expect(screen.queryByRole('list', { name: 'Uploading' })).toBeNull()
})

test('a client uploads to the endpoint for clients', async () => {
  const { token, uploads, choose } = showProjectFiles({ as: 'client' })

  choose(aLocalFile('photo.jpg'))

  await waitFor(() =>
    expect(uploads).toMatchObject([{ url: '/api/files/client/upload', token: `Bearer ${token}` }]),
  )
})

test('a file that is too large fails before a byte is sent', async () => {
  const { uploads, choose } = showProjectFiles()
  await screen.findByText(/up to 1 GB/)

  choose(aLocalFile('film.mov', { size: 1_024 ** 3 + 1 }))

  expect(within(await uploadQueue()).getByText('Upload failed. It is larger than 1 GB.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Retry film.mov' })).toBeNull()
  expect(uploads).toHaveLength(0)
})

test('a refused upload shows the server’s message and can be retried', async () => {
  const { uploads, choose, user } = showProjectFiles()
  choose(aLocalFile('a.pdf'))
  await waitFor(() => expect(uploads).toHaveLength(1))

  const message = 'There is no room left to store this.'
  act(() => uploads[0]?.respond({ status: 507, body: { code: 'NO_ROOM', message } }))

  expect(await screen.findByText(`Upload failed. ${message}`)).toBeDefined()
  expect(toasts()).toMatchObject([{ kind: 'error', title: message }])
  await user.click(screen.getByRole('button', { name: 'Retry a.pdf' }))
  await waitFor(() => expect(uploads).toHaveLength(2))
  expect(screen.queryByText(/Upload failed/)).toBeNull()
})

test('a small file whose connection is lost is sent as soon as there is one', async () => {
  const { uploads, choose } = showProjectFiles()
  choose(aLocalFile('a.pdf'))
  await waitFor(() => expect(uploads).toHaveLength(1))

  act(() => uploads[0]?.loseConnection())

  expect(await screen.findByText('No connection. It is sent as soon as there is one.')).toBeDefined()
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(uploads).toHaveLength(2))
  expect(uploads[1]?.fields.clientUploadId).toBe(uploads[0]?.fields.clientUploadId)
  expect(toasts()).toEqual([])
})

test.for([
  ['before the page knows', () => {}],
  ['and the page knows', () => reloadSession('freelancer')],
] as const)('an upload fails when the token is gone, %s', async ([, notice]) => {
  const { uploads, choose } = showProjectFiles()
  await screen.findByText('No files uploaded yet.')
  localStorage.removeItem('freelancerToken')
  notice()

  choose(aLocalFile('a.pdf'))

  await waitFor(() => expect(toasts()).toMatchObject([{ title: 'Missing authentication token.' }]))
  expect(uploads).toHaveLength(0)
})

describe('the row of an upload', () => {
  const menu = () => aLocalFile(' menu.pdf', { size: 3 })
  const stored = aFile({ id: 'f9', fileName: 'menu.pdf', size: 3 })

  test('says that the file is uploaded until the list has it', async () => {
    let answerList = () => {}
    const { uploads, server, choose } = showProjectFiles()
    await screen.findByText('No files uploaded yet.')
    choose(menu())
    await waitFor(() => expect(uploads).toHaveLength(1))
    server.files = [stored]
    server.beforeList = new Promise<void>((resolve) => {
      answerList = resolve
    })

    act(() => uploads[0]?.respond({ status: 201, body: stored }))

    const row = within(await uploadQueue()).getByRole('listitem')
    expect(row.textContent).toContain('menu.pdf')
    expect(row.textContent).toContain('3 bytes, uploaded')
    act(() => answerList())
    expect(within(await fileList()).getByText('menu.pdf')).toBeDefined()
    expect(screen.queryByRole('list', { name: 'Uploading' })).toBeNull()
  })

  test('goes when the list has the file, even before the response, and does not come back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { uploads, server, choose } = showProjectFiles()
    await screen.findByText('No files uploaded yet.')
    choose(menu())
    await waitFor(() => expect(uploads).toHaveLength(1))
    act(() => uploads[0]?.progress(3))

    server.files = [stored]
    refetchList()
    expect(within(await fileList()).getByText('menu.pdf')).toBeDefined()
    expect(screen.queryByRole('list', { name: 'Uploading' })).toBeNull()

    server.files = []
    act(() => uploads[0]?.respond({ status: 201, body: stored }))
    expect(await screen.findByText('No files uploaded yet.')).toBeDefined()
    expect(screen.queryByRole('list', { name: 'Uploading' })).toBeNull()
  })

  test('does not say that an upload failed whose file is in the list', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { uploads, server, choose } = showProjectFiles()
    await screen.findByText('No files uploaded yet.')
    choose(menu())
    await waitFor(() => expect(uploads).toHaveLength(1))
    act(() => uploads[0]?.progress(3))
    act(() => uploads[0]?.loseConnection())
    expect(await screen.findByText(/^The connection was lost at/)).toBeDefined()

    server.files = [stored]
    refetchList()

    expect(within(await fileList()).getByText('menu.pdf')).toBeDefined()
    expect(screen.queryByText(/^The connection was lost at/)).toBeNull()
  })
})

describe('files of the same name as others', () => {
  const listed = ['menu.pdf', 'Menu (2).pdf', 'a.txt'].map((fileName, n) => aFile({ id: `f${n}`, fileName }))
  const names = (uploads: { fields: Record<string, unknown> }[]) =>
    uploads.map(({ fields }) => (fields.file as File).name)

  test('are uploaded under other names after one question about all of them', async () => {
    const { uploads, choose, user } = showProjectFiles({ files: listed })
    await fileList()

    choose(aLocalFile('MENU.pdf'), aLocalFile('new.txt'), aLocalFile('a.txt'))

    const dialog = await screen.findByRole('alertdialog')
    expect(within(dialog).getByText(/^2 files of these names are in this project already/)).toBeDefined()
    await waitFor(() => expect(names(uploads)).toEqual(['new.txt']))
    await user.click(within(dialog).getByRole('button', { name: 'Keep both' }))
    await waitFor(() => expect(uploads).toHaveLength(2))
    act(() => uploads[0]?.respond({ status: 201 }))
    await waitFor(() => expect(names(uploads)).toEqual(['new.txt', 'MENU (3).pdf', 'a (2).txt']))
  })

  test('are kept beside them without a question when a camera gives these names', async () => {
    const { uploads, choose } = showProjectFiles({ files: [aFile({ fileName: 'image.jpg' })] })
    await fileList()

    choose(aLocalFile('image.jpg', { size: 4 }), aLocalFile('image.jpg', { size: 5 }))

    await waitFor(() => expect(names(uploads)).toEqual(['image (2).jpg', 'image (3).jpg']))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('become new versions of the files with these names', async () => {
    const review = { id: 'r1', round: 1, state: 'open', dueDate: null } as const
    const files = listed.map((file) => ({ ...file, review }))
    const { uploads, choose, user } = showProjectFiles({ files })
    await fileList()

    choose(aLocalFile('MENU.pdf'), aLocalFile('a.txt'))

    const dialog = await screen.findByRole('alertdialog')
    expect(within(dialog).getByText(/take their places and replace open reviews/)).toBeDefined()
    await user.click(within(dialog).getByRole('button', { name: 'Add new versions' }))
    await waitFor(() => expect(names(uploads)).toEqual(['MENU.pdf', 'a.txt']))
    expect(uploads.map(({ fields }) => fields.versionOf)).toEqual(
      ['menu.pdf', 'a.txt'].map((name) => listed.find(({ fileName }) => fileName === name)?.id),
    )
    expect(screen.getByText('New version of menu.pdf')).toBeDefined()
  })

  test('are not uploaded when they are skipped', async () => {
    const { uploads, choose, user } = showProjectFiles({ files: listed })
    await fileList()

    choose(aLocalFile('menu.pdf'))

    const dialog = await screen.findByRole('alertdialog')
    expect(within(dialog).getByText(/is called menu \(3\)\.pdf/)).toBeDefined()
    await user.click(within(dialog).getByRole('button', { name: 'Skip' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(uploads).toEqual([])
  })

  test('are not asked about when they go on with an upload that failed', async () => {
    const { uploads, choose } = showProjectFiles({ files: [] })
    await screen.findByText('No files uploaded yet.')
    choose(aLocalFile('menu.pdf'))
    await waitFor(() => expect(uploads).toHaveLength(1))
    act(() => uploads[0]?.respond({ status: 500 }))
    await screen.findByText(/^Upload failed/)

    choose(aLocalFile('menu.pdf'))

    await waitFor(() => expect(uploads).toHaveLength(2))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
