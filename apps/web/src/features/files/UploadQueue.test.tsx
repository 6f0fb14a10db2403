import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { aLocalFile } from '../../../test/file.ts'
import { toasts } from '../../../test/fixtures.tsx'
import { showProjectFiles, uploadQueue } from '../../../test/project-files.tsx'

/** The queue of a freelancer who has chosen these files. The first two are being sent. */
async function showQueue(...names: string[]) {
  const shown = showProjectFiles()
  shown.choose(...names.map((name) => aLocalFile(name)))
  await waitFor(() => expect(shown.uploads).toHaveLength(Math.min(2, names.length)))
  return shown
}

const button = (name: string) => screen.getByRole('button', { name })
const focused = () => document.activeElement

test('the third file waits until one of the first two is stored or cancelled', async () => {
  const { uploads, user } = await showQueue('a.pdf', 'b.pdf', 'c.pdf')
  expect(within(await uploadQueue()).getByText('3 bytes, waiting')).toBeDefined()

  await user.click(button('Cancel a.pdf'))

  await waitFor(() => expect(uploads).toHaveLength(3))
  expect(screen.queryByText('a.pdf')).toBeNull()
  expect(toasts()).toEqual([])
})

test('the name of a file stands apart from its size, also when it is written from right to left', async () => {
  await showQueue('a.pdf', 'b.pdf', 'שלום.pdf')

  expect(within(await uploadQueue()).getByTitle('שלום.pdf').textContent).toBe('שלום.pdf')
})

describe('the focus', () => {
  test('moves from a cancelled row to the next, then to the previous, then to “Choose files”', async () => {
    const { user } = await showQueue('a.pdf', 'b.pdf', 'c.pdf')

    act(() => button('Cancel b.pdf').focus())
    await user.keyboard('{Enter}')
    expect(focused()).toBe(button('Cancel c.pdf'))
    await user.keyboard('{Enter}')
    expect(focused()).toBe(button('Cancel a.pdf'))
    await user.keyboard('{Enter}')
    expect(focused()).toBe(button('Choose files'))
  })

  test('moves from the row of a stored file to the next', async () => {
    const { uploads } = await showQueue('a.pdf', 'b.pdf')
    act(() => button('Cancel a.pdf').focus())

    act(() => uploads[0]?.respond({ status: 201 }))

    await waitFor(() => expect(screen.queryByText('a.pdf')).toBeNull())
    expect(focused()).toBe(button('Cancel b.pdf'))
  })

  test('moves to “Choose files” when all rows disappear at once', async () => {
    const { uploads } = await showQueue('a.pdf', 'b.pdf')
    act(() => button('Cancel b.pdf').focus())

    act(() => {
      uploads[0]?.respond({ status: 201 })
      uploads[1]?.respond({ status: 201 })
    })

    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploading' })).toBeNull())
    expect(focused()).toBe(button('Choose files'))
  })

  test('moves from Retry to Cancel in the same row', async () => {
    const { uploads, user } = await showQueue('a.pdf', 'b.pdf')
    act(() => uploads[1]?.loseConnection())
    act(() => button('Choose files').focus())
    await user.tab()
    await user.tab()
    expect(focused()).toBe(await screen.findByRole('button', { name: 'Retry b.pdf' }))

    await user.keyboard('{Enter}')

    await waitFor(() => expect(uploads).toHaveLength(3))
    expect(focused()).toBe(button('Cancel b.pdf'))
  })

  test('stays where it is outside of the queue', async () => {
    const { uploads } = await showQueue('a.pdf', 'b.pdf')
    act(() => button('Choose files').focus())

    act(() => uploads[0]?.respond({ status: 201 }))

    await waitFor(() => expect(screen.queryByText('a.pdf')).toBeNull())
    expect(focused()).toBe(button('Choose files'))
  })
})

test('files that wait for the connection are sent by themselves, or at once by “Retry all”', async () => {
  const { uploads, user } = await showQueue('a.pdf', 'b.pdf', 'c.pdf')
  act(() => uploads[0]?.loseConnection())
  const list = within(await uploadQueue())
  expect(await list.findByText('No connection. It is sent as soon as there is one.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Retry all' })).toBeNull()
  act(() => uploads[1]?.respond({ status: 502 }))
  expect(await list.findByText('The server is not ready. The upload tries again by itself.')).toBeDefined()
  expect(await screen.findByText('3 files are not sent yet.')).toBeDefined()

  act(() => button('Retry all').focus())
  await user.keyboard('{Enter}')

  await waitFor(() => expect(uploads).toHaveLength(4))
  const id = (n: number) => uploads[n]?.fields.clientUploadId
  expect([id(2), id(3)].sort()).toEqual([id(0), id(1)].sort())
  expect(toasts()).toEqual([])
  act(() => uploads[2]?.respond({ status: 201 }))
  act(() => uploads[3]?.respond({ status: 201 }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry all' })).toBeNull())
  expect(focused()).toBe(button('Cancel c.pdf'))
})

test('“Retry all” sends what has failed, but not what cannot be sent', async () => {
  const { uploads, user } = await showQueue('a.pdf', 'b.pdf', 'c.pdf')
  const full = { status: 507, body: { code: 'NO_ROOM', message: 'There is no room.' } }
  const tooLarge = { status: 413, body: { code: 'FILE_TOO_LARGE', message: 'A file can have at most 1 KB.' } }
  act(() => uploads[0]?.respond(full))
  await waitFor(() => expect(uploads).toHaveLength(3))
  act(() => uploads[1]?.respond(full))
  act(() => uploads[2]?.respond(tooLarge))

  await user.click(await screen.findByRole('button', { name: 'Retry all' }))

  await waitFor(() => expect(uploads).toHaveLength(5))
  expect(uploads.slice(3).map(({ fields }) => (fields.file as File).name)).toEqual(['a.pdf', 'b.pdf'])
  expect(screen.getByText('Upload failed. A file can have at most 1 KB.')).toBeDefined()
})

test('speed and remaining time are hidden after five seconds without progress', async () => {
  const { uploads } = await showQueue('a.pdf')
  vi.useFakeTimers()
  const speed = () => screen.queryByText(/a second, .* left/)

  act(() => uploads[0]?.progress(0))
  vi.advanceTimersByTime(1_000)
  act(() => uploads[0]?.progress(1))
  expect(speed()).not.toBeNull()
  act(() => vi.advanceTimersByTime(4_999))
  expect(speed()).not.toBeNull()
  act(() => vi.advanceTimersByTime(1))
  expect(speed()).toBeNull()
  expect(screen.getByText('1 of 1 KB')).toBeDefined()

  act(() => uploads[0]?.progress(2))
  expect(speed()).not.toBeNull()
})

test('screen readers hear a large batch in tenths, and one toast ends it', async () => {
  const { uploads } = await showQueue(...Array.from({ length: 21 }, (_, n) => `${n}.jpg`))
  const announcements = new Set<string>()
  const listen = () => announcements.add(screen.getAllByRole('status')[0]?.textContent ?? '')
  const store = async (n: number) => {
    act(() => uploads[n]?.respond({ status: 201 }))
    await waitFor(() => expect(screen.queryByText(`${n}.jpg`)).toBeNull())
    listen()
  }
  listen()

  for (let n = 0; n < 19; n++) {
    await store(n)
    await waitFor(() => expect(uploads).toHaveLength(n + 3))
  }
  expect(toasts()).toEqual([])
  await store(19)
  await store(20)

  expect([...announcements]).toEqual([0, 3, 6, 9, 12, 15, 18].map((n) => `${n} of 21 files sent`).concat(''))
  expect(toasts()).toEqual([{ kind: 'success', title: 'File uploaded successfully!' }])
})
