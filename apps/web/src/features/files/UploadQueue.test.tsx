import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { fakeUploads } from '../../../test/fake-uploads.ts'
import { aLocalFile } from '../../../test/file.ts'
import { open, serve, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import { ProjectFiles } from './ProjectFiles.tsx'

/** The queue of a freelancer who has chosen these files; what is uploaded goes through `sent`. */
async function show(...names: string[]) {
  signInFreelancer()
  const sent = fakeUploads()
  serve({
    'GET /files/project/p1': () => Response.json([]),
    'GET /files/limits': () => Response.json({ maxUploadBytes: 1_024 ** 3 }),
  })
  open('/', { '*': <ProjectFiles projectId="p1" /> })
  const input = document.querySelector('input[type=file][multiple]') as HTMLInputElement
  const choose = (...files: File[]) => {
    Object.defineProperty(input, 'files', { value: files, configurable: true })
    fireEvent.change(input)
  }
  choose(...names.map((name) => aLocalFile(name)))
  await waitFor(() => expect(sent).toHaveLength(Math.min(2, names.length)))
  return { sent, choose, user: userEvent.setup() }
}

const button = (name: string) => screen.getByRole('button', { name })
const focused = () => document.activeElement

describe('the focus', () => {
  test('of a cancelled row goes to the next, else to the one before, else to where files are chosen', async () => {
    const { user } = await show('a.pdf', 'b.pdf', 'c.pdf')

    act(() => button('Cancel b.pdf').focus())
    await user.keyboard('{Enter}')
    expect(focused()).toBe(button('Cancel c.pdf'))
    await user.keyboard('{Enter}')
    expect(focused()).toBe(button('Cancel a.pdf'))
    await user.keyboard('{Enter}')
    expect(focused()).toBe(button('Choose files'))
  })

  test('of a row whose file arrives goes to the next', async () => {
    const { sent } = await show('a.pdf', 'b.pdf')
    act(() => button('Cancel a.pdf').focus())

    act(() => sent[0]?.respond({ status: 201 }))

    await waitFor(() => expect(screen.queryByText('a.pdf')).toBeNull())
    expect(focused()).toBe(button('Cancel b.pdf'))
  })

  test('of rows that go at once is not lost with them', async () => {
    const { sent } = await show('a.pdf', 'b.pdf')
    act(() => button('Cancel b.pdf').focus())

    act(() => {
      sent[0]?.respond({ status: 201 })
      sent[1]?.respond({ status: 201 })
    })

    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploading' })).toBeNull())
    expect(focused()).toBe(button('Choose files'))
  })

  test('of Retry goes to the Cancel of its row', async () => {
    const { sent, user } = await show('a.pdf', 'b.pdf')
    act(() => sent[1]?.loseConnection())
    act(() => button('Choose files').focus())
    await user.tab()
    await user.tab()
    expect(focused()).toBe(await screen.findByRole('button', { name: 'Retry b.pdf' }))

    await user.keyboard('{Enter}')

    await waitFor(() => expect(sent).toHaveLength(3))
    expect(focused()).toBe(button('Cancel b.pdf'))
  })

  test('that is elsewhere stays there', async () => {
    const { sent } = await show('a.pdf', 'b.pdf')
    act(() => button('Choose files').focus())

    act(() => sent[0]?.respond({ status: 201 }))

    await waitFor(() => expect(screen.queryByText('a.pdf')).toBeNull())
    expect(focused()).toBe(button('Choose files'))
  })
})

test('while the line stands still nothing is promised of speed and time', async () => {
  const { sent } = await show('a.pdf')
  vi.useFakeTimers()
  const promise = () => screen.queryByText(/a second, .* left/)

  act(() => sent[0]?.progress(0))
  vi.advanceTimersByTime(1_000)
  act(() => sent[0]?.progress(1))
  expect(promise()).not.toBeNull()
  act(() => vi.advanceTimersByTime(4_999))
  expect(promise()).not.toBeNull()
  act(() => vi.advanceTimersByTime(1))
  expect(promise()).toBeNull()
  expect(screen.getByText('1 of 1 KB')).toBeDefined()

  act(() => sent[0]?.progress(2))
  expect(promise()).not.toBeNull()
})

test('many files are told of by tenths, and said to have arrived at the end', async () => {
  const { sent } = await show(...Array.from({ length: 21 }, (_, n) => `${n}.jpg`))
  const said = new Set<string | undefined>()
  const listen = () => said.add(screen.getAllByRole('status')[0]?.textContent ?? '')
  const arrive = async (n: number) => {
    act(() => sent[n]?.respond({ status: 201 }))
    await waitFor(() => expect(screen.queryByText(`${n}.jpg`)).toBeNull())
    listen()
  }
  listen()

  for (let n = 0; n < 19; n++) {
    await arrive(n)
    await waitFor(() => expect(sent).toHaveLength(n + 3))
  }
  expect(toasts()).toEqual([])
  await arrive(19)
  await arrive(20)

  expect([...said]).toEqual([0, 3, 6, 9, 12, 15, 18].map((n) => `${n} of 21 files sent`).concat(''))
  expect(toasts()).toEqual([{ kind: 'success', title: 'File uploaded successfully!' }])
})
