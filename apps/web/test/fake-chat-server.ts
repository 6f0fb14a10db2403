import { EventEmitter } from 'node:events'
import type { chat } from '@portico/contract'
import { vi } from 'vitest'
import { ApiError } from '../src/app/api.ts'
import type { ChatSocket } from '../src/features/chat/connection/room.ts'
import { aMessage } from './message.ts'

interface Request {
  event: string
  payload: Record<string, unknown>
  acknowledge: (reply: object) => void
}

/** A socket and the server behind it, which stores messages. Client `c1` talks to freelancer `f1`. */
export function createFakeChatServer({ connected = true } = {}) {
  const events = new EventEmitter()
  const requests: Request[] = []
  const messages: chat.Message[] = []
  /** The reply to `joinRoom`. */
  const state = { ok: true, seen: 0, peerSeen: 0, lastNumber: 0, unread: 0, readers: [] }

  const server = {
    /** Not yet handled. */
    requests,
    messages,
    state,
    /** When false, requests wait for `handleRequests` or `rejectRequest`. */
    repliesAtOnce: true,

    socket: {
      connected,
      on: events.on.bind(events),
      off: events.off.bind(events),
      emit(event: string, payload: Record<string, unknown>, acknowledge: Request['acknowledge'] = () => {}) {
        requests.push({ event, payload, acknowledge })
        if (server.repliesAtOnce) server.handleRequests()
      },
    } as unknown as ChatSocket,

    handleRequests({ losesReplies = false } = {}) {
      for (const { event, payload, ...request } of requests.splice(0)) {
        const acknowledge = losesReplies ? () => {} : request.acknowledge
        if (event === 'joinRoom') acknowledge({ ...state })
        if (event === 'sendMessage') acknowledge({ ok: true, ...store(payload) })
        if (event === 'markSeen') acknowledge({ ok: true, seen: payload.number, unread: 0 })
      }
    },

    rejectRequest(code: string, message: string) {
      requests.shift()?.acknowledge({ ok: false, code, message })
    },

    emit: (event: string, payload?: object) => events.emit(event, payload),

    /** Stores a message of the freelancer and delivers it live. */
    deliver(content: string) {
      events.emit('newMessage', server.store(content))
    },

    /** Stores a message of the freelancer without delivering it. */
    store(content: string) {
      return store({
        content,
        senderId: 'f1',
        receiverId: 'c1',
        senderType: 'Freelancer',
        receiverType: 'Client',
      })
    },

    disconnect() {
      Object.assign(server.socket, { connected: false })
      events.emit('disconnect', 'transport close')
    },

    reconnect() {
      Object.assign(server.socket, { connected: true })
      events.emit('connect')
    },

    /** Restores a backup: the messages get other ids. */
    restoreBackup() {
      for (const [index, message] of messages.entries())
        messages[index] = { ...message, id: `restored ${message.id}` }
    },

    readPage: vi.fn(async ({ after, before, limit }: { after?: string; before?: string; limit: number }) => {
      const cursor = after ?? before
      if (cursor && !messages.some(({ id }) => id === cursor))
        throw new ApiError(400, { code: 'CURSOR_NOT_KNOWN' })
      if (after) return messages.slice(messages.findIndex(({ id }) => id === after) + 1).slice(0, limit)
      const end = before ? messages.findIndex(({ id }) => id === before) : messages.length
      return messages.slice(Math.max(0, end - limit), end)
    }),
  }

  function store({ fileIds = [], ...part }: Partial<chat.Message> & { fileIds?: string[] }) {
    const known = messages.find((one) => part.clientMessageId && one.clientMessageId === part.clientMessageId)
    if (known) return known
    const number = messages.length + 1
    const files = fileIds.map((id) => ({
      ...{ id, projectId: 'p1', fileName: `${id}.txt`, size: 1, contentType: 'text/plain' },
    }))
    const message = aMessage({ ...part, files, id: `m${number}`, number })
    messages.push(message)
    return message
  }

  return server
}

export type FakeChatServer = ReturnType<typeof createFakeChatServer>
