import { vi } from 'vitest'
import { createQueryClient } from '../src/app/query-client.ts'
import { createAttachments, loadUploads } from '../src/features/chat/connection/attachments.ts'
import type { Participant } from '../src/features/chat/connection/room.ts'
import { createUnsentMessages } from '../src/features/chat/connection/unsent-messages.ts'
import { type Conversation, openConversation } from '../src/features/chat/conversation.ts'
import type { FakeChatServer } from './fake-chat-server.ts'

const opened: Conversation[] = []

const client = { id: 'c1', type: 'Client' } as const
const freelancer = { id: 'f1', type: 'Freelancer' } as const

/** Opens the window of client `c1` on the conversation with freelancer `f1`, or that of another person. */
export async function openTestConversation({ socket, readPage }: FakeChatServer, self: Participant = client) {
  const [onJoined, onStateChanged] = [vi.fn(), vi.fn()]
  const unsentMessages = createUnsentMessages('client', 'c1', 'f1')
  const conversation = openConversation({
    socket,
    self,
    peer: self.type === 'Client' ? freelancer : client,
    readPage,
    unsentMessages,
    attachments: createAttachments('client', 'c1', createQueryClient()),
    onJoined,
    onStateChanged,
  })
  opened.push(conversation)
  await loadUploads()
  await vi.advanceTimersByTimeAsync(1)
  return {
    conversation,
    unsentMessages,
    onJoined,
    onStateChanged,
    getTexts: () => conversation.getState().thread.messages.map(({ content }) => content),
    getOutgoing: () =>
      conversation
        .getState()
        .thread.outgoing.map(({ content, sendError }) => `${content}: ${describeStatus(sendError)}`),
  }
}

function describeStatus(sendError: string | undefined) {
  if (sendError === undefined) return 'sending'
  return sendError === '' ? 'no answer' : sendError
}

export function closeConversations() {
  for (const conversation of opened.splice(0)) conversation.close()
}
