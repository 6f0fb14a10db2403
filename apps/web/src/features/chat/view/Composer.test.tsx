import type { chat } from '@portico/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { aLocalFile } from '../../../../test/file.ts'
import { serve, toasts } from '../../../../test/fixtures.tsx'
import { aMessage } from '../../../../test/message.ts'
import { aProject } from '../../../../test/project.ts'
import { createQueryClient } from '../../../app/query-client.ts'
import { storedDraft } from '../../../app/stored.ts'
import type { Conversation } from '../conversation.ts'
import { Composer } from './Composer.tsx'

const send = vi.fn((text: string, chosen?: object) => text.trim() !== '' || chosen !== undefined)
const sendTyping = vi.fn()
const thread = { messages: [] as chat.Message[] }
const conversation = { send, sendTyping, getState: () => ({ thread }) } as unknown as Conversation

beforeEach(() => {
  send.mockClear()
  sendTyping.mockClear()
})

function show() {
  const shown = render(
    <QueryClientProvider client={createQueryClient()}>
      <Composer area="freelancer" peerId="c1" draftName="chat.f1.c1" conversation={conversation} />
    </QueryClientProvider>,
  )
  return { ...shown, input: screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }) }
}

test('sends on Enter and starts a new line on Shift-Enter', async () => {
  const { input } = show()
  await userEvent.type(input, 'one{Shift>}{Enter}{/Shift}two{Enter}')
  expect(send.mock.calls).toEqual([['one\ntwo']])
  expect(input.value).toBe('')
  await expect.poll(() => document.activeElement).toBe(input)
})

test('does not send when Enter confirms a word of an input method', async () => {
  const { input } = show()
  await userEvent.type(input, 'にほん')
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true })
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 })
  expect(send).not.toHaveBeenCalled()
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(send.mock.calls).toEqual([['にほん']])
})

test('keeps a half-typed text for the next visit, and nothing after sending', async () => {
  const { input, unmount } = show()
  await userEvent.type(input, 'half a thought')
  unmount()
  const again = show()
  expect(again.input.value).toBe('half a thought')
  await userEvent.type(again.input, '{Enter}')
  again.unmount()
  expect(show().input.value).toBe('')
})

test('does not send a blank text', async () => {
  const { input } = show()
  await userEvent.type(input, '   {Enter}')
  expect(input.value).toBe('   ')
})

test('sends 10,000 characters and refuses more', () => {
  const { input } = show()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
  fireEvent.change(input, { target: { value: '👩'.repeat(10_000) } })
  expect(button.disabled).toBe(false)
  fireEvent.change(input, { target: { value: 'x'.repeat(10_002) } })
  expect(screen.getByText('2 characters too long.')).toBeDefined()
  expect(button.disabled).toBe(true)
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(send).not.toHaveBeenCalled()
})

test('notifies the other side of typing every three seconds, and when it stops', () => {
  vi.useFakeTimers()
  const { input } = show()
  const write = (value: string) => fireEvent.change(input, { target: { value } })
  write('a')
  write('ab')
  expect(sendTyping.mock.calls).toEqual([[true]])
  vi.advanceTimersByTime(3_000)
  write('abc')
  expect(sendTyping.mock.calls).toEqual([[true], [true]])
  vi.advanceTimersByTime(5_000)
  expect(sendTyping.mock.calls.at(-1)).toEqual([false])
  write('abcd')
  write('')
  expect(sendTyping.mock.calls.slice(-2)).toEqual([[true], [false]])
})

const menu = { ...aProject(), id: 'p1', title: 'Spring menu' }
const logo = { ...aProject(), id: 'p2', title: 'New logo' }

function serveProjects(...projects: object[]) {
  serve({
    'GET /projects': () => Response.json(projects),
    'GET /files/limits': () => Response.json({ maxUploadBytes: 1_000_000 }),
  })
}

const choose = (files: File[]) =>
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files } })
const getSendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })

test('sends chosen files to the only project without asking', async () => {
  serveProjects(menu)
  const { input } = show()
  const files = [aLocalFile('one.txt'), aLocalFile('two.txt')]

  choose(files)
  await screen.findByText('Goes to the files of Spring menu.')
  fireEvent.click(getSendButton())

  expect(send.mock.calls).toEqual([['', { files, projectId: 'p1' }]])
  expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull()
  expect(document.activeElement).toBe(input)
})

test('offers the project of the last files, and sends to the one that is picked', async () => {
  serveProjects(menu, logo)
  const files = [{ id: 'f1', projectId: 'p2', fileName: 'a.txt', size: 1, contentType: 'text/plain' }]
  thread.messages = [aMessage({ files }), aMessage({ number: 2 })]
  show()

  const [one, two] = [aLocalFile('one.txt'), aLocalFile('two.txt')]
  fireEvent.paste(document.body, { clipboardData: { files: [one], types: ['Files'] } })
  const picker = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Goes to the files of' })
  expect(picker.value).toBe('p2')
  choose([two])
  await screen.findByText('two.txt')
  fireEvent.click(screen.getByRole('button', { name: 'Remove one.txt' }))
  fireEvent.change(picker, { target: { value: 'p1' } })
  fireEvent.click(getSendButton())

  expect(send.mock.calls).toEqual([['', { files: [two], projectId: 'p1' }]])
  thread.messages = []
})

test('attaches no file that the server would refuse, and sends none without a project', async () => {
  serveProjects({ ...menu, archivedAt: '2026-11-20T10:00:00.000Z' })
  const { input } = show()

  choose([
    aLocalFile('empty.jpg', { size: 0 }),
    aLocalFile('big.mov', { size: 1_000_001 }),
    aLocalFile('a.txt'),
  ])
  await screen.findByText('Files go to a project, and there is none yet.')

  expect(toasts().map(({ title }) => title)).toEqual(['empty.jpg is empty', 'big.mov is larger than 977 KB'])
  expect(getSendButton().disabled).toBe(true)
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(send).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Remove a.txt' }))
  expect(getSendButton().disabled).toBe(false)
})

test('keeps attached files while another page is open, and names those that a reload has lost', async () => {
  serveProjects(menu)
  const { unmount } = show()
  choose([aLocalFile('menu.txt')])
  await screen.findByText('menu.txt')
  unmount()
  const again = show()
  expect(screen.getByText('menu.txt')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Remove menu.txt' }))
  await waitFor(() => expect(screen.queryByText('menu.txt')).toBeNull())
  again.unmount()

  storedDraft('freelancer', 'chat.f1.c1').write({ text: 'half', files: ['menu.txt'] })
  show()
  expect(screen.getByText(/menu.txt is no longer attached/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/no longer attached/)).toBeNull()
})
