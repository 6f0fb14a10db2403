import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeConversations, openTestConversation } from '../../../../test/conversation.ts'
import { createFakeChatServer } from '../../../../test/fake-chat-server.ts'
import { expectComplaint } from '../../../../test/fixtures.tsx'
import { ApiError } from '../../../app/api.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(closeConversations)

test('shows stored messages and live ones', async () => {
  const server = createFakeChatServer()
  server.store('before')
  const { getTexts } = await openTestConversation(server)

  server.deliver('now')

  expect(getTexts()).toEqual(['before', 'now'])
})

test('ignores messages of other conversations', async () => {
  const server = createFakeChatServer()
  const { getTexts } = await openTestConversation(server, { id: 'f1', type: 'Freelancer' })
  server.emit('newMessage', { ...server.store('for somebody else'), clientId: 'c2' })
  expect(getTexts()).toEqual([])
})

test('loads all missed messages after a reconnect', async () => {
  const server = createFakeChatServer()
  const { getTexts } = await openTestConversation(server)
  server.deliver('live')

  server.disconnect()
  for (let count = 1; count <= 450; count++) server.store(`missed ${count}`)
  server.reconnect()
  server.deliver('live again')
  await vi.advanceTimersByTimeAsync(1)

  expect(getTexts()).toEqual(server.messages.map(({ content }) => content))
  expect(server.readPage.mock.calls.slice(-3).every(([page]) => page.after !== undefined)).toBe(true)
})

test('fills a gap while connected: two server processes may deliver out of order', async () => {
  const server = createFakeChatServer()
  const { getTexts } = await openTestConversation(server)
  server.deliver('one')
  server.store('two')
  server.deliver('three')
  await vi.advanceTimersByTimeAsync(1)
  expect(getTexts()).toEqual(['one', 'two', 'three'])
})

test('loads missed messages when the tab was hidden for more than a minute', async () => {
  const server = createFakeChatServer()
  const { getTexts } = await openTestConversation(server)
  server.deliver('one')
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  server.store('two')
  await vi.advanceTimersByTimeAsync(61_000)
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(1)
  expect(getTexts()).toEqual(['one', 'two'])
})

test('retries by itself when loading fails, and then clears the error', async () => {
  expectComplaint('error')
  const server = createFakeChatServer()
  server.store('stored')
  server.readPage.mockRejectedValueOnce(new ApiError(503, { code: 'NOT_READY', message: 'Soon.' }))
  const { conversation, getTexts } = await openTestConversation(server)
  expect(conversation.getState().loadError?.message).toBe('Soon.')

  await vi.advanceTimersByTimeAsync(6_000)
  expect(getTexts()).toEqual(['stored'])
  expect(conversation.getState().loadError).toBeUndefined()
})

test('loads older messages in pages, until there are none', async () => {
  const server = createFakeChatServer()
  for (let count = 1; count <= 300; count++) server.store(`message ${count}`)
  const { conversation, getTexts } = await openTestConversation(server)
  expect(getTexts()).toHaveLength(50)
  await conversation.loadOlder()
  expect(getTexts()).toHaveLength(250)
  await conversation.loadOlder()
  expect(getTexts()).toHaveLength(300)
  expect(conversation.getState().thread.hasOlder).toBe(false)
  await conversation.loadOlder()
  expect(server.readPage).toHaveBeenCalledTimes(4)
})

test('loads the conversation from the start when the server does not know its messages any more', async () => {
  const server = createFakeChatServer()
  for (let count = 1; count <= 60; count++) server.store(`message ${count}`)
  const { conversation, getTexts } = await openTestConversation(server)
  server.disconnect()
  server.restoreBackup()
  server.store('sent meanwhile')
  server.reconnect()
  await vi.advanceTimersByTimeAsync(1)
  expect(getTexts()).toEqual(server.messages.slice(-50).map(({ content }) => content))
  expect(conversation.getState().loadError).toBeUndefined()

  server.restoreBackup()
  await conversation.loadOlder()
  await vi.advanceTimersByTimeAsync(1)
  await conversation.loadOlder()
  expect(getTexts()).toEqual(server.messages.map(({ content }) => content))
})

test('reports the state of the conversation on joining, which may be newer than the list', async () => {
  const server = createFakeChatServer()
  server.state.lastNumber = 2
  server.state.unread = 1
  const { onJoined } = await openTestConversation(server)
  expect(onJoined).toHaveBeenCalledWith(expect.objectContaining({ lastNumber: 2, unread: 1 }))
})
