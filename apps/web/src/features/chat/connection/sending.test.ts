import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeConversations, openTestConversation } from '../../../../test/conversation.ts'
import { createFakeChatServer } from '../../../../test/fake-chat-server.ts'
import '../../../../test/fixtures.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(closeConversations)

test('trims a message, and moves it from the outgoing messages to the stored ones', async () => {
  const server = createFakeChatServer()
  const { conversation, getTexts, getOutgoing, unsentMessages } = await openTestConversation(server)

  conversation.send('  an answer ')

  expect(getTexts()).toEqual(['an answer'])
  expect(getOutgoing()).toEqual([])
  expect(unsentMessages.read()).toEqual([])
})

test('does not send a text without visible characters', async () => {
  const server = createFakeChatServer()
  const { conversation } = await openTestConversation(server)
  expect(conversation.send(' \u200b\n')).toBe(false)
  expect(server.messages).toEqual([])
})

test('shows messages at once and sends them after a reconnect, in their order', async () => {
  const server = createFakeChatServer({ connected: false })
  const { conversation, getTexts, getOutgoing } = await openTestConversation(server)

  conversation.send('one')
  conversation.send('two')
  expect(getOutgoing()).toEqual(['one: sending', 'two: sending'])
  server.reconnect()

  expect(getTexts()).toEqual(['one', 'two'])
  expect(getOutgoing()).toEqual([])
})

test('stores a message once when its acknowledgement is lost', async () => {
  const server = createFakeChatServer()
  const { conversation, getTexts, getOutgoing } = await openTestConversation(server)
  server.repliesAtOnce = false
  conversation.send('once')
  server.handleRequests({ losesReplies: true })
  server.disconnect()
  expect(getOutgoing()).toEqual(['once: sending'])

  server.repliesAtOnce = true
  server.reconnect()
  await vi.advanceTimersByTimeAsync(1)

  expect(server.messages).toHaveLength(1)
  expect(getTexts()).toEqual(['once'])
  expect(getOutgoing()).toEqual([])
})

test('marks a message as not sent after 10 seconds, to be retried or discarded', async () => {
  const server = createFakeChatServer({ connected: false })
  const { conversation, getTexts, getOutgoing } = await openTestConversation(server)
  conversation.send('one')
  conversation.send('two')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(getOutgoing()).toEqual(['one: no answer', 'two: no answer'])

  await vi.advanceTimersByTimeAsync(50_000)
  server.reconnect()
  expect(getOutgoing()).toEqual(['one: no answer', 'two: no answer'])
  const [one, two] = conversation.getState().thread.outgoing
  conversation.retry(one?.clientMessageId ?? '')
  conversation.discard(two?.clientMessageId ?? '')

  expect(getTexts()).toEqual(['one'])
  expect(getOutgoing()).toEqual([])
})

test('retries an unanswered message by itself after a reconnect within a minute', async () => {
  const server = createFakeChatServer({ connected: false })
  const { conversation, getTexts, getOutgoing } = await openTestConversation(server)
  conversation.send('written during a restart')
  await vi.advanceTimersByTimeAsync(49_000)
  expect(getOutgoing()).toEqual(['written during a restart: no answer'])

  server.reconnect()
  expect(getTexts()).toEqual(['written during a restart'])
  expect(getOutgoing()).toEqual([])
})

test('does not retry a rejected message by itself', async () => {
  const server = createFakeChatServer()
  const { conversation, getOutgoing } = await openTestConversation(server)
  server.repliesAtOnce = false
  conversation.send('hello')
  server.rejectRequest('CHAT_NOT_AVAILABLE', 'Not now.')

  server.repliesAtOnce = true
  server.disconnect()
  server.reconnect()
  expect(getOutgoing()).toEqual(['hello: Not now.'])
})

test('shows why a message was rejected, and refreshes who can write', async () => {
  const server = createFakeChatServer()
  const { conversation, getOutgoing, onStateChanged } = await openTestConversation(server)
  server.repliesAtOnce = false
  conversation.send('hello')
  server.rejectRequest('CHAT_NOT_AVAILABLE', 'Not now.')

  expect(getOutgoing()).toEqual(['hello: Not now.'])
  expect(onStateChanged).toHaveBeenCalled()
})

test('sends a rate-limited message again a little later', async () => {
  const server = createFakeChatServer()
  const { conversation, getOutgoing, getTexts } = await openTestConversation(server)
  server.repliesAtOnce = false
  conversation.send('fast')
  server.rejectRequest('TOO_MANY_REQUESTS', 'Too fast.')
  expect(getOutgoing()).toEqual(['fast: sending'])

  server.repliesAtOnce = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(getTexts()).toEqual(['fast'])
})

test('sends a recent message of an earlier page, and leaves an old one to its writer', async () => {
  const server = createFakeChatServer()
  const { unsentMessages, conversation } = await openTestConversation(server)
  conversation.close()
  const writtenAt = (ageMs: number) => new Date(Date.now() - ageMs).toISOString()
  unsentMessages.save({ clientMessageId: 'old', content: 'old', writtenAt: writtenAt(600_000) })
  unsentMessages.save({ clientMessageId: 'recent', content: 'recent', writtenAt: writtenAt(1_000) })

  const { getTexts, getOutgoing } = await openTestConversation(server)

  expect(getTexts()).toEqual(['recent'])
  expect(getOutgoing()).toEqual(['old: no answer'])
  expect(unsentMessages.read().map(({ content }) => content)).toEqual(['old'])
})

test('sends an unsent message of a closed conversation after a reconnect', async () => {
  const server = createFakeChatServer()
  const { conversation, unsentMessages } = await openTestConversation(server)
  server.disconnect()
  conversation.send('in time')
  conversation.close()

  server.reconnect()
  expect(server.messages.map(({ content }) => content)).toEqual(['in time'])
  expect(unsentMessages.read()).toEqual([])
})

test('does not send an unsent message of a closed conversation after more than a minute', async () => {
  const server = createFakeChatServer()
  const { conversation, unsentMessages } = await openTestConversation(server)
  server.disconnect()
  conversation.send('too late')
  conversation.close()
  await vi.advanceTimersByTimeAsync(60_000)

  server.reconnect()
  expect(server.messages).toEqual([])
  expect(unsentMessages.read().map(({ content }) => content)).toEqual(['too late'])
})

test('removes a message that was discarded in another tab', async () => {
  const server = createFakeChatServer({ connected: false })
  const { conversation, getOutgoing } = await openTestConversation(server)
  conversation.send('hello')
  await vi.advanceTimersByTimeAsync(10_000)
  const [message] = conversation.getState().thread.outgoing
  const key = `portico.draft.client.outbox.c1.f1.${message?.clientMessageId}`
  expect(localStorage.getItem(key)).not.toBeNull()
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }))
  expect(getOutgoing()).toEqual([])
})
