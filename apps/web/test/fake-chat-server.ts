import { EventEmitter } from 'node:events'
import type { chat } from '@portico/contract'
import { vi } from 'vitest'
import { ApiError } from '../src/app/api.ts'
import type { ConversationOptions } from '../src/features/chat/conversation.ts'
import { aMessage } from './message.ts'

interface Asked {
  event: string
  payload: Record<string, unknown>
  answer: (reply: object) => void
}

/** Stands in for the socket and for the server behind it, which remembers what was said. */
export function createFakeChatServer({ connected = true } = {}) {
  const news = new EventEmitter()
  const asked: Asked[] = []
  const said: chat.Message[] = []
  const state = { ok: true, seen: 0, peerSeen: 0, lastNumber: 0, unread: 0 }

  const line = {
    asked,
    said,
    /** What `joinRoom` answers. */
    state,
    /** Answers what is sent; a test of a bad line sets it to false. */
    answers: true,
    socket: {
      connected,
      on: news.on.bind(news),
      off: news.off.bind(news),
      emit(event: string, payload: Record<string, unknown>, answer: Asked['answer'] = () => {}) {
        asked.push({ event, payload, answer })
        if (line.answers) line.reply()
      },
    } as unknown as ConversationOptions['socket'],

    /** The server gets to what it was sent. */
    reply({ isHeard = true } = {}) {
      for (const { event, payload, ...rest } of asked.splice(0)) {
        const answer = isHeard ? rest.answer : () => {}
        if (event === 'joinRoom') answer({ ...state })
        if (event === 'sendMessage') answer({ ok: true, ...store(payload) })
        if (event === 'markSeen') answer({ ok: true, seen: payload.number, unread: 0 })
      }
    },

    /** The other one says something, and it arrives. */
    hear(content: string) {
      news.emit('newMessage', line.say(content))
    },

    /** The other one says something that does not arrive. */
    say(content: string) {
      return store({
        content,
        senderId: 'f1',
        receiverId: 'c1',
        senderType: 'Freelancer',
        receiverType: 'Client',
      })
    },

    tell: (event: string, payload?: object) => news.emit(event, payload),

    cut() {
      Object.assign(line.socket, { connected: false })
      news.emit('disconnect', 'transport close')
    },

    comeBack() {
      Object.assign(line.socket, { connected: true })
      news.emit('connect')
    },

    /** The server has other ids for what was said. */
    renameAll() {
      for (const [at, message] of said.entries()) said[at] = { ...message, id: `again ${message.id}` }
    },

    read: vi.fn(async ({ after, before, limit }: { after?: string; before?: string; limit: number }) => {
      const cursor = after ?? before
      if (cursor && !said.some(({ id }) => id === cursor))
        throw new ApiError(400, { code: 'CURSOR_NOT_KNOWN' })
      if (after) return said.slice(said.findIndex(({ id }) => id === after) + 1).slice(0, limit)
      const end = before ? said.findIndex(({ id }) => id === before) : said.length
      return said.slice(Math.max(0, end - limit), end)
    }),
  }

  function store(part: Partial<chat.Message>) {
    const known = said.find((one) => part.clientMessageId && one.clientMessageId === part.clientMessageId)
    if (known) return known
    const number = said.length + 1
    const message = aMessage({ ...part, id: `m${number}`, number })
    said.push(message)
    return message
  }

  return line
}
