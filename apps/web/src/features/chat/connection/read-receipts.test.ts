import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeConversations, openTestConversation } from '../../../../test/conversation.ts'
import { createFakeChatServer } from '../../../../test/fake-chat-server.ts'
import '../../../../test/fixtures.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(closeConversations)

test('marks visible messages as read, and keeps the separator above the first new one', async () => {
  const server = createFakeChatServer()
  server.store('old')
  server.store('new')
  server.state.seen = 1
  const { conversation, onStateChanged } = await openTestConversation(server)
  expect(conversation.getState().firstNewNumber).toBe(2)

  server.repliesAtOnce = false
  conversation.setVisible(true)
  await vi.advanceTimersByTimeAsync(200)
  expect(server.requests.map(({ event, payload }) => [event, payload.number])).toEqual([['markSeen', 2]])
  server.handleRequests()
  expect(onStateChanged).toHaveBeenCalled()

  server.deliver('while visible')
  await vi.advanceTimersByTimeAsync(200)
  expect(server.requests.map(({ payload }) => payload.number)).toEqual([3])
  expect(conversation.getState().firstNewNumber).toBe(2)

  server.repliesAtOnce = true
  server.handleRequests()
  conversation.setVisible(false)
  server.deliver('while hidden')
  expect(conversation.getState().firstNewNumber).toBe(4)
})

test('reports read messages again when the server could not save them', async () => {
  const server = createFakeChatServer()
  server.store('read during an outage')
  const { conversation, onStateChanged } = await openTestConversation(server)

  server.repliesAtOnce = false
  conversation.setVisible(true)
  await vi.advanceTimersByTimeAsync(200)
  server.rejectRequest('NOT_READY', 'Not just now.')
  expect(onStateChanged).not.toHaveBeenCalled()

  server.repliesAtOnce = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(onStateChanged).toHaveBeenCalledOnce()
})

test('shows how far the other side has read this conversation, and no other', async () => {
  const server = createFakeChatServer()
  const { conversation } = await openTestConversation(server, { id: 'f1', type: 'Freelancer' })
  conversation.send('hello')
  server.emit('seen', { clientId: 'c2', by: 'Client', personId: 'c2', number: 1 })
  expect(conversation.getState().thread.lastRead.peer).toBe(0)
  server.emit('seen', { clientId: 'c1', by: 'Client', personId: 'c9', number: 1 })
  expect(conversation.getState().thread.lastRead.peer).toBe(1)
})

test('takes over what this person has read in another tab, and not what a colleague has read', async () => {
  const server = createFakeChatServer()
  const { conversation } = await openTestConversation(server, { id: 'c9', type: 'Client' })
  server.deliver('hello')
  server.emit('seen', { clientId: 'c1', by: 'Client', personId: 'c1', number: 1 })
  expect(conversation.getState().thread.lastRead.self).toBe(0)
  server.emit('seen', { clientId: 'c1', by: 'Client', personId: 'c9', number: 1 })
  expect(conversation.getState().thread.lastRead.self).toBe(1)
})

test('what a colleague writes is new until the other side writes something', async () => {
  const server = createFakeChatServer()
  const { conversation, getTexts } = await openTestConversation(server, { id: 'c9', type: 'Client' })
  const ofColleague = { senderId: 'c1', receiverId: 'f1', senderType: 'Client', receiverType: 'Freelancer' }
  server.emit('newMessage', { ...server.store('from a colleague'), ...ofColleague })
  expect(conversation.getState().firstNewNumber).toBe(1)
  server.deliver('from the other side')

  expect(getTexts()).toEqual(['from a colleague', 'from the other side'])
  expect(conversation.getState().firstNewNumber).toBe(2)
})
