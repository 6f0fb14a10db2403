import type { chat } from '@portico/contract'
import { expect, vi } from 'vitest'
import type { TestClient, TestUser } from './given.ts'
import { connectAs } from './socket.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

export type ChatTab = Awaited<ReturnType<typeof openTab>>

const typeOf = { freelancer: 'Freelancer', client: 'Client' } as const

/** A connected tab of a user, which records what it receives. */
export async function openTab(address: string, user: TestUser) {
  const { socket, disconnected, staleTopics } = await connectAs(address, user)
  const received: chat.Message[] = []
  const errors: chat.ChatError[] = []
  socket.on('newMessage', (message) => received.push(message))
  socket.on('chatError', (error) => errors.push(error))

  return {
    socket,
    disconnected,
    received,
    errors,
    staleTopics,
    join: (peer: Pick<TestUser, 'id'>) =>
      socket.emitWithAck('joinRoom', { userId: user.id, peerId: peer.id }),
    send: (peer: TestUser, content: string, fields: object = {}) =>
      socket.emitWithAck('sendMessage', { ...messageFields(user, peer, content), ...fields }),
    /** Waits for so many messages and returns their contents. */
    async receives(count: number) {
      await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), WAIT_OPTIONS)
      return received.map(({ content }) => content)
    },
  }
}

/** The fields of `sendMessage`, without a clientMessageId. */
export function messageFields(sender: TestUser, receiver: TestUser, content: string) {
  return {
    content,
    senderId: sender.id,
    receiverId: receiver.id,
    senderType: typeOf[sender.side],
    receiverType: typeOf[receiver.side],
  }
}

interface Conversation {
  clientTab: ChatTab
  freelancerTab: ChatTab
}

/** A tab of each side, both in the room of their conversation. */
export async function openConversation(address: string, client: TestClient): Promise<Conversation> {
  const [clientTab, freelancerTab] = await Promise.all([
    openTab(address, client),
    openTab(address, client.freelancer),
  ])
  await Promise.all([clientTab.join(client.freelancer), freelancerTab.join(client)])
  return { clientTab, freelancerTab }
}

/** Sends `M 1`, `M 2` … in turns, the client first. Returns the ids. */
export async function sendInTurns(
  { clientTab, freelancerTab }: Conversation,
  client: TestClient,
  count: number,
) {
  const ids: string[] = []
  for (let n = 1; n <= count; n++) {
    const result =
      n % 2 ? await clientTab.send(client.freelancer, `M ${n}`) : await freelancerTab.send(client, `M ${n}`)
    if (!result.ok) throw new Error(result.code)
    ids.push(result.id)
  }
  return ids
}
