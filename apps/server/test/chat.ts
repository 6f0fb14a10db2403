import type { chat } from '@portico/contract'
import { expect, vi } from 'vitest'
import type { TestClient, TestUser } from './given.ts'
import { connectAs } from './socket.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

export type Chatter = Awaited<ReturnType<typeof openChat>>

const typeOf = { freelancer: 'Freelancer', client: 'Client' } as const

/** One tab of somebody who chats: what it says is acknowledged, and what it hears is kept. */
export async function openChat(address: string, me: TestUser) {
  const { socket, disconnected, heard: changes } = await connectAs(address, me)
  const heard: chat.Message[] = []
  const errors: chat.ChatError[] = []
  socket.on('newMessage', (message) => heard.push(message))
  socket.on('chatError', (error) => errors.push(error))

  return {
    socket,
    disconnected,
    heard,
    errors,
    changes,
    join: (peer: Pick<TestUser, 'id'>) => socket.emitWithAck('joinRoom', { userId: me.id, peerId: peer.id }),
    say: (peer: TestUser, content: string, more: object = {}) =>
      socket.emitWithAck('sendMessage', { ...messageFrom(me, peer, content), ...more }),
    async hears(count: number) {
      await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(count), WAIT_OPTIONS)
      return heard.map(({ content }) => content)
    },
  }
}

/** A message as the spec has it. */
export function messageFrom(me: TestUser, peer: TestUser, content: string) {
  return {
    content,
    senderId: me.id,
    receiverId: peer.id,
    senderType: typeOf[me.role],
    receiverType: typeOf[peer.role],
  }
}

/** Both sides of a conversation, in its room. */
export async function openConversation(address: string, client: TestClient) {
  const [theirs, ours] = await Promise.all([openChat(address, client), openChat(address, client.freelancer)])
  await Promise.all([theirs.join(client.freelancer), ours.join(client)])
  return { theirs, ours }
}
