import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectComplaint, problem, toasts } from '../../../test/fixtures.tsx'
import { photo, proof, refetchList, showProjectFiles } from '../../../test/project-files.tsx'
import type { ListedFile } from './files.queries.ts'

const door = {
  ...photo,
  id: 'f3',
  fileName: 'door.png',
  fileUrl: '/files/f3',
  contentType: 'image/png',
}
const failureMessage = 'This picture could not be shown.'
const freshPhoto = (part: Partial<ListedFile>) => () => Response.json({ ...photo, ...part })
const picture = () => screen.findByRole('img', { name: 'counter.jpg' })
const openPicture = async () => fireEvent.click(await screen.findByLabelText('Show counter.jpg'))
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('the arrow keys show the neighbours, and closing returns the focus', async () => {
  const { user } = showProjectFiles({ files: [photo, proof, door] })
  await user.click(await screen.findByRole('button', { name: 'Show counter.jpg' }))

  const box = await screen.findByRole('dialog', { name: 'counter.jpg' })
  expect((await picture()).getAttribute('src')).toBe(photo.fileUrl)
  expect(within(box).getByText('1 of 2')).toBeDefined()
  await waitFor(() => expect(box.contains(document.activeElement)).toBe(true))
  await user.keyboard('{ArrowRight}')
  expect((await within(box).findByRole('img', { name: 'door.png' })).getAttribute('src')).toBe('/files/f3')
  await user.keyboard('{ArrowRight}{ArrowLeft}')
  expect(await within(box).findByText('1 of 2')).toBeDefined()
  await user.keyboard('{Escape}')

  await expectClosed()
  await expect
    .poll(() => document.activeElement)
    .toBe(screen.getByRole('button', { name: 'Show counter.jpg' }))
})

test('a large picture is shown by its preview, and one that the server has not opened is not shown', async () => {
  const unchecked = { ...door, thumbnailUrl: null }
  showProjectFiles({
    files: [photo, unchecked],
    handlers: {
      'GET /files/f2/picture': () =>
        Response.json({ width: 9_000, height: 6_700, previewUrl: '/files/f2/preview?signed' }),
    },
  })
  await openPicture()

  expect((await picture()).getAttribute('src')).toBe('/files/f2/preview?signed')
  expect(screen.getByText('1 of 1')).toBeDefined()
  expect(screen.queryByLabelText('Show door.png')).toBeNull()
})

test('a picture that is opened again after an hour has a fresh link', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { user } = showProjectFiles({
    files: [photo],
    handlers: { 'GET /files/f2': freshPhoto({ fileUrl: '/files/f2?fresh' }) },
  })
  await openPicture()
  expect((await picture()).getAttribute('src')).toBe(photo.fileUrl)
  await user.keyboard('{Escape}')
  await expectClosed()

  vi.setSystemTime(Date.now() + 3_600_000)
  await openPicture()

  expect((await picture()).getAttribute('src')).toBe('/files/f2?fresh')
})

test('a picture that fails to load is tried with a fresh link first', async () => {
  showProjectFiles({
    files: [photo],
    handlers: { 'GET /files/f2': freshPhoto({ fileUrl: '/files/f2?fresh' }) },
  })
  await openPicture()
  fireEvent.error(await picture())
  await waitFor(async () => expect((await picture()).getAttribute('src')).toBe('/files/f2?fresh'))
  expect(screen.queryByText(failureMessage)).toBeNull()

  fireEvent.error(await picture())

  expect(await screen.findByText(failureMessage)).toBeDefined()
})

test.each([
  {
    code: 'FILE_LOST',
    message:
      'The contents of this file have been lost. Please upload it again, or ask the person who uploaded it.',
  },
  {
    code: 'FILE_DAMAGED',
    message:
      'The contents of this file are damaged. Please upload it again, or ask the person who uploaded it.',
  },
])(
  'a picture whose contents are lost or damaged shows the server’s message: $code',
  async ({ code, message }) => {
    showProjectFiles({
      files: [photo],
      handlers: {
        'GET /files/f2': freshPhoto({ fileUrl: '/lost/f2' }),
        'GET /lost/f2': () => problem(410, code, message),
      },
    })
    await openPicture()
    fireEvent.error(await picture())
    await waitFor(async () => expect((await picture()).getAttribute('src')).toBe('/lost/f2'))

    fireEvent.error(await picture())

    expect(await screen.findByText(message)).toBeDefined()
  },
)

test('a picture that failed without a network is shown when the network is back', async () => {
  expectComplaint('error')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let isOffline = true
  const fresh = freshPhoto({ fileUrl: '/files/f2?fresh' })
  showProjectFiles({
    files: [photo],
    handlers: { 'GET /files/f2': () => (isOffline ? Promise.reject(new TypeError()) : fresh()) },
  })
  await openPicture()
  fireEvent.error(await picture())
  expect(await screen.findByText(failureMessage)).toBeDefined()

  isOffline = false
  act(() => vi.advanceTimersByTime(15_000))

  expect((await picture()).getAttribute('src')).toBe('/files/f2?fresh')
  expect(screen.queryByText(failureMessage)).toBeNull()
})

test('the thumbnail is shown until the picture has loaded', async () => {
  showProjectFiles({ files: [photo] })
  await openPicture()
  const stage = (await picture()).parentElement
  expect(stage?.querySelector('[alt=""]')?.getAttribute('src')).toBe(photo.thumbnailUrl)

  fireEvent.load(await picture())

  expect(stage?.querySelectorAll('img')).toHaveLength(1)
})

test('a picture that the other side deletes is closed, and the next one returns the focus', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { server, user } = showProjectFiles({ files: [photo, door] })
  await openPicture()
  await picture()

  server.files = [door]
  refetchList()

  await expectClosed()
  expect(toasts()).toMatchObject([{ kind: 'info', title: 'This picture is no longer in the list' }])
  const thumbnail = screen.getByLabelText('Show door.png')
  thumbnail.focus()
  await user.click(thumbnail)
  await screen.findByRole('dialog', { name: 'door.png' })
  await user.keyboard('{Escape}')
  await expectClosed()
  await expect.poll(() => document.activeElement).toBe(thumbnail)
})
