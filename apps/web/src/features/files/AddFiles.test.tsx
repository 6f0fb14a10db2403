import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aFile, aLocalFile } from '../../../test/file.ts'
import { toasts } from '../../../test/fixtures.tsx'
import { fileList, showProjectFiles, uploadQueue } from '../../../test/project-files.tsx'
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

test('a small file whose connection is lost fails', async () => {
  const { uploads, choose } = showProjectFiles()
  choose(aLocalFile('a.pdf'))
  await waitFor(() => expect(uploads).toHaveLength(1))

  act(() => uploads[0]?.loseConnection())

  expect(await screen.findByText('Upload failed. The connection was lost.')).toBeDefined()
  expect(toasts()).toMatchObject([{ kind: 'error', title: 'Upload failed.' }])
})

test('an upload without a session fails', async () => {
  const { uploads, choose } = showProjectFiles()
  await screen.findByText('No files uploaded yet.')
  localStorage.removeItem('freelancerToken')
  reloadSession('freelancer')

  choose(aLocalFile('a.pdf'))

  await waitFor(() => expect(toasts()).toMatchObject([{ title: 'Missing authentication token.' }]))
  expect(uploads).toHaveLength(0)
})
