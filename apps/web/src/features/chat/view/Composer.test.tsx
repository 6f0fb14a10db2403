import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../../../test/fixtures.tsx'
import type { Conversation } from '../conversation.ts'
import { Composer } from './Composer.tsx'

const send = vi.fn((text: string) => text.trim() !== '')
const sendTyping = vi.fn()
const conversation = { send, sendTyping } as unknown as Conversation

beforeEach(() => {
  send.mockClear()
  sendTyping.mockClear()
})

function show() {
  const shown = render(<Composer draftName="chat.f1.c1" conversation={conversation} />)
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
