import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeChatServer } from '../../../test/fake-chat-server.ts'
import { expectComplaint } from '../../../test/fixtures.tsx'
import { ApiError } from '../../app/api.ts'
import { createUnsentMessages } from './connection/unsent-messages.ts'
import { type Conversation, openConversation } from './conversation.ts'

const closing: Conversation[] = []

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const conversation of closing.splice(0)) conversation.close()
})

/** Maya's window on her conversation with Ada. */
async function open(line: ReturnType<typeof createFakeChatServer>) {
  const [onJoined, onStateChanged] = [vi.fn(), vi.fn()]
  const conversation = openConversation({
    socket: line.socket,
    self: { id: 'c1', type: 'Client' },
    peer: { id: 'f1', type: 'Freelancer' },
    readPage: line.read,
    outbox: createUnsentMessages('client', 'c1', 'f1'),
    onJoined,
    onStateChanged,
  })
  closing.push(conversation)
  await vi.advanceTimersByTimeAsync(1)
  const texts = () => conversation.current().thread.messages.map(({ content }) => content)
  const own = () =>
    conversation
      .current()
      .thread.outgoing.map(({ content, sendError: refused }) => `${content} ${refused ?? 'sending'}`)
  return { conversation, texts, own, onJoined, onStateChanged }
}

test('what was said before and what is said now', async () => {
  const line = createFakeChatServer()
  line.say('before')
  const { conversation, texts, own } = await open(line)

  line.hear('now')
  conversation.send('  an answer ')

  expect(texts()).toEqual(['before', 'now', 'an answer'])
  expect(own()).toEqual([])
  expect(createUnsentMessages('client', 'c1', 'f1').read()).toEqual([])
})

test('nothing is sent that cannot be seen', async () => {
  const line = createFakeChatServer()
  const { conversation } = await open(line)
  expect(conversation.send(' \u200b\n')).toBe(false)
  expect(line.said).toEqual([])
})

test('messages of other conversations stay where they belong', async () => {
  const line = createFakeChatServer()
  const { texts } = await open(line)
  line.tell('newMessage', { ...line.say('for somebody else'), receiverId: 'c2' })
  expect(texts()).toEqual([])
})

test('what is sent shows at once, and is sent again when the line is back', async () => {
  const line = createFakeChatServer({ connected: false })
  const { conversation, texts, own } = await open(line)

  conversation.send('one')
  conversation.send('two')
  expect(own()).toEqual(['one sending', 'two sending'])
  line.comeBack()

  expect(texts()).toEqual(['one', 'two'])
  expect(own()).toEqual([])
})

test('an acknowledgement that got lost is no second message', async () => {
  const line = createFakeChatServer()
  const { conversation, texts, own } = await open(line)
  line.answers = false
  conversation.send('once')
  line.reply({ isHeard: false })
  line.cut()
  expect(own()).toEqual(['once sending'])

  line.answers = true
  line.comeBack()
  await vi.advanceTimersByTimeAsync(1)

  expect(line.said).toHaveLength(1)
  expect(texts()).toEqual(['once'])
  expect(own()).toEqual([])
})

test('what is not acknowledged in time was not sent; it can be sent again or given up', async () => {
  const line = createFakeChatServer({ connected: false })
  const { conversation, texts, own } = await open(line)
  conversation.send('one')
  conversation.send('two')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(own()).toEqual(['one ', 'two '])

  await vi.advanceTimersByTimeAsync(50_000)
  line.comeBack()
  expect(own()).toEqual(['one ', 'two '])
  const [one, two] = conversation.current().thread.outgoing
  conversation.retry(one?.clientMessageId ?? '')
  conversation.discard(two?.clientMessageId ?? '')

  expect(texts()).toEqual(['one'])
  expect(own()).toEqual([])
})

test('what was not sent in time is sent by itself if the line is back within a minute', async () => {
  const line = createFakeChatServer({ connected: false })
  const { conversation, texts, own } = await open(line)
  conversation.send('said while the server is started anew')
  await vi.advanceTimersByTimeAsync(49_000)
  expect(own()).toEqual(['said while the server is started anew '])

  line.comeBack()
  expect(texts()).toEqual(['said while the server is started anew'])
  expect(own()).toEqual([])
})

test('what was refused is not sent by itself', async () => {
  const line = createFakeChatServer()
  const { conversation, own } = await open(line)
  line.answers = false
  conversation.send('hello')
  line.asked.shift()?.answer({ ok: false, code: 'CHAT_NOT_AVAILABLE', message: 'Not now.' })

  line.answers = true
  line.cut()
  line.comeBack()
  expect(own()).toEqual(['hello Not now.'])
})

test('a refusal says why, and asks anew who may write', async () => {
  const line = createFakeChatServer()
  const { conversation, own, onStateChanged } = await open(line)
  line.answers = false
  conversation.send('hello')
  line.asked.shift()?.answer({ ok: false, code: 'CHAT_NOT_AVAILABLE', message: 'Not now.' })

  expect(own()).toEqual(['hello Not now.'])
  expect(onStateChanged).toHaveBeenCalled()
})

test('whoever writes too fast is let in a little later', async () => {
  const line = createFakeChatServer()
  const { conversation, own, texts } = await open(line)
  line.answers = false
  conversation.send('fast')
  line.asked.shift()?.answer({ ok: false, code: 'TOO_MANY_REQUESTS', message: 'Too fast.' })
  expect(own()).toEqual(['fast sending'])

  line.answers = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(texts()).toEqual(['fast'])
})

test('after a cut line what was missed is asked for, until nothing is missing', async () => {
  const line = createFakeChatServer()
  const { texts } = await open(line)
  line.hear('heard')

  line.cut()
  for (let count = 1; count <= 450; count++) line.say(`missed ${count}`)
  line.comeBack()
  line.hear('back')
  await vi.advanceTimersByTimeAsync(1)

  expect(texts()).toEqual(line.said.map(({ content }) => content))
  expect(line.read.mock.calls.slice(-3).every(([page]) => page.after !== undefined)).toBe(true)
})

test('a gap is filled without a cut line: two processes may tell in the wrong order', async () => {
  const line = createFakeChatServer()
  const { texts } = await open(line)
  line.hear('one')
  line.say('two')
  line.hear('three')
  await vi.advanceTimersByTimeAsync(1)
  expect(texts()).toEqual(['one', 'two', 'three'])
})

test('a tab that was hidden for long asks what it missed', async () => {
  const line = createFakeChatServer()
  const { texts } = await open(line)
  line.hear('one')
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  line.say('two')
  await vi.advanceTimersByTimeAsync(61_000)
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(1)
  expect(texts()).toEqual(['one', 'two'])
})

test('a history that did not load is asked for again', async () => {
  expectComplaint('error')
  const line = createFakeChatServer()
  line.say('kept')
  line.read.mockRejectedValueOnce(new ApiError(503, { code: 'NOT_READY', message: 'Soon.' }))
  const { conversation, texts } = await open(line)
  expect(conversation.current().failure?.message).toBe('Soon.')

  await vi.advanceTimersByTimeAsync(6_000)
  expect(texts()).toEqual(['kept'])
  expect(conversation.current().failure).toBeUndefined()
})

test('earlier messages come when they are asked for', async () => {
  const line = createFakeChatServer()
  for (let count = 1; count <= 300; count++) line.say(`message ${count}`)
  const { conversation, texts } = await open(line)
  expect(texts()).toHaveLength(50)
  await conversation.loadOlder()
  expect(texts()).toHaveLength(250)
  await conversation.loadOlder()
  expect(texts()).toHaveLength(300)
  expect(conversation.current().thread.hasOlder).toBe(false)
  await conversation.loadOlder()
  expect(line.read).toHaveBeenCalledTimes(4)
})

test('what the server does not know any more is let go of, and read anew', async () => {
  const line = createFakeChatServer()
  for (let count = 1; count <= 60; count++) line.say(`message ${count}`)
  const { conversation, texts } = await open(line)
  line.cut()
  line.renameAll()
  line.say('said meanwhile')
  line.comeBack()
  await vi.advanceTimersByTimeAsync(1)
  expect(texts()).toEqual(line.said.slice(-50).map(({ content }) => content))
  expect(conversation.current().failure).toBeUndefined()

  line.renameAll()
  await conversation.loadOlder()
  await vi.advanceTimersByTimeAsync(1)
  await conversation.loadOlder()
  expect(texts()).toEqual(line.said.map(({ content }) => content))
})

test('what is looked at is marked as seen; what was new stays marked as new', async () => {
  const line = createFakeChatServer()
  line.say('old')
  line.say('new')
  line.state.seen = 1
  const { conversation, onStateChanged } = await open(line)
  expect(conversation.current().newFrom).toBe(2)

  line.answers = false
  conversation.look(true)
  await vi.advanceTimersByTimeAsync(200)
  expect(line.asked.map(({ event, payload }) => [event, payload.number])).toEqual([['markSeen', 2]])
  line.reply()
  expect(onStateChanged).toHaveBeenCalled()

  line.hear('while looking')
  await vi.advanceTimersByTimeAsync(200)
  expect(line.asked.map(({ payload }) => payload.number)).toEqual([3])
  expect(conversation.current().newFrom).toBe(2)

  line.answers = true
  line.reply()
  conversation.look(false)
  line.hear('while away')
  expect(conversation.current().newFrom).toBe(4)
})

test('what was read while the server could not note it is noted later', async () => {
  const line = createFakeChatServer()
  line.say('read meanwhile')
  const { conversation, onStateChanged } = await open(line)

  line.answers = false
  conversation.look(true)
  await vi.advanceTimersByTimeAsync(200)
  line.asked.shift()?.answer({ ok: false, code: 'NOT_READY', message: 'Not just now.' })
  expect(onStateChanged).not.toHaveBeenCalled()

  line.answers = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(onStateChanged).toHaveBeenCalledOnce()
})

test('whoever is let in says what was said before that, for it is no news to them any more', async () => {
  const line = createFakeChatServer()
  line.state.lastNumber = 2
  line.state.unread = 1
  const { onJoined } = await open(line)
  expect(onJoined).toHaveBeenCalledWith(expect.objectContaining({ lastNumber: 2, unread: 1 }))
})

test('how far the other one has read is heard', async () => {
  const line = createFakeChatServer()
  const { conversation } = await open(line)
  conversation.send('hello')
  line.tell('seen', { clientId: 'c2', by: 'Freelancer', number: 1 })
  expect(conversation.current().thread.lastRead.theirs).toBe(0)
  line.tell('seen', { clientId: 'c1', by: 'Freelancer', number: 1 })
  expect(conversation.current().thread.lastRead.theirs).toBe(1)
})

test('what a reload interrupted is sent by the next page; what lay for long waits for its writer', async () => {
  const line = createFakeChatServer()
  const outbox = createUnsentMessages('client', 'c1', 'f1')
  const writtenAt = (ago: number) => new Date(Date.now() - ago).toISOString()
  outbox.put({ clientMessageId: 'old', content: 'old', writtenAt: writtenAt(600_000) })
  outbox.put({ clientMessageId: 'fresh', content: 'fresh', writtenAt: writtenAt(1_000) })

  const { texts, own } = await open(line)

  expect(texts()).toEqual(['fresh'])
  expect(own()).toEqual(['old '])
  expect(outbox.read().map(({ content }) => content)).toEqual(['old'])
})

test('what was written on a bad line is sent once it is back, though nobody looks any more', async () => {
  const line = createFakeChatServer()
  const outbox = createUnsentMessages('client', 'c1', 'f1')
  const { conversation } = await open(line)
  line.cut()
  conversation.send('soon enough')
  conversation.close()

  line.comeBack()
  expect(line.said.map(({ content }) => content)).toEqual(['soon enough'])
  expect(outbox.read()).toEqual([])
})

test('what nobody could send for a minute waits for its writer, who may look elsewhere', async () => {
  const line = createFakeChatServer()
  const outbox = createUnsentMessages('client', 'c1', 'f1')
  const { conversation } = await open(line)
  line.cut()
  conversation.send('too late')
  conversation.close()
  await vi.advanceTimersByTimeAsync(60_000)

  line.comeBack()
  expect(line.said).toEqual([])
  expect(outbox.read().map(({ content }) => content)).toEqual(['too late'])
})

test('what is given up in one tab is gone from the other', async () => {
  const line = createFakeChatServer({ connected: false })
  const { conversation, own } = await open(line)
  conversation.send('hello')
  await vi.advanceTimersByTimeAsync(10_000)
  const [kept] = conversation.current().thread.outgoing
  const key = `portico.draft.client.outbox.c1.f1.${kept?.clientMessageId}`
  expect(localStorage.getItem(key)).not.toBeNull()
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }))
  expect(own()).toEqual([])
})
