import type { chat } from '@portico/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type Area, isSignedIn } from '../../../app/session.ts'
import { getSocket } from '../../../app/socket.ts'
import { currentToasts, toast } from '../../../ui/toast.ts'
import { openAnswerTime } from '../answer-time.ts'
import { conversationList, myConversation } from '../chat.queries.ts'

/** Somebody who types notifies the others more often than this. */
const TYPING_TIMEOUT_MS = 6_000

type Typing = Parameters<chat.ServerToClient['typing']>[0]

export interface Typists {
  /** The names of those of the other side, and of one's own. */
  peers: readonly string[]
  colleagues: readonly string[]
}

/** Who types, by the id of the client. */
export type TypistsByClient = ReadonlyMap<string, Typists>

/** Handles the events of all conversations: presence, errors and typing. Returns who is typing. */
export function useChatEvents(area: Area): TypistsByClient {
  const client = useQueryClient()
  const [typists, setTypists] = useState<readonly Typing[]>([])

  useEffect(() => {
    const socket = getSocket(area)
    const timers = new Map<string, ReturnType<typeof setTimeout>>()

    function handleTyping(event: Typing) {
      const { personId, typing } = event
      // In another tab.
      if (isSignedIn(area, personId)) return
      if (!typing) return endTyping(personId)
      clearTimeout(timers.get(personId))
      timers.set(
        personId,
        setTimeout(() => endTyping(personId), TYPING_TIMEOUT_MS),
      )
      setTypists((known) => (known.some((one) => one.personId === personId) ? known : [...known, event]))
    }

    function endTyping(personId: string) {
      clearTimeout(timers.get(personId))
      setTypists((known) =>
        known.some((one) => one.personId === personId)
          ? known.filter((one) => one.personId !== personId)
          : known,
      )
    }

    function handleMessage(message: chat.Message) {
      endTyping(message.senderId)
      if (message.senderType === 'Freelancer') updateAnswerTime(client, message)
    }

    const handlePresence = (presence: Presence) => updatePresence(client, presence)

    socket.on('typing', handleTyping)
    socket.on('newMessage', handleMessage)
    socket.on('presence', handlePresence)
    socket.on('chatError', showError)
    return () => {
      for (const timer of timers.values()) clearTimeout(timer)
      socket.off('typing', handleTyping)
      socket.off('newMessage', handleMessage)
      socket.off('presence', handlePresence)
      socket.off('chatError', showError)
    }
  }, [area, client])

  return useMemo(() => groupByPeer(area, typists), [area, typists])
}

function groupByPeer(area: Area, typists: readonly Typing[]): TypistsByClient {
  const own = area === 'client' ? 'Client' : 'Freelancer'
  const byClient = Map.groupBy(typists, ({ clientId }) => clientId)
  return new Map(
    [...byClient].map(([clientId, all]) => {
      const namesOf = (isOwn: boolean) =>
        all.filter(({ userType }) => (userType === own) === isOwn).map(({ name }) => name)
      return [clientId, { peers: namesOf(false), colleagues: namesOf(true) }]
    }),
  )
}

type Presence = Parameters<chat.ServerToClient['presence']>[0]

function updatePresence(client: QueryClient, { userId, here, lastSeenAt }: Presence) {
  const presence = { peerHere: here, peerLastSeenAt: lastSeenAt }
  client.setQueryData(conversationList.queryKey, (list) =>
    list?.map((row) => (row.client.id === userId ? { ...row, ...presence } : row)),
  )
  client.setQueryData(myConversation.queryKey, (state) => state && { ...state, ...presence })
}

function updateAnswerTime(client: QueryClient, { receiverId, createdAt }: chat.Message) {
  client.setQueryData(conversationList.queryKey, (list) =>
    list?.map((row) => (row.client.id === receiverId ? openAnswerTime(row, createdAt) : row)),
  )
  client.setQueryData(myConversation.queryKey, (state) => state && openAnswerTime(state, createdAt))
}

/** Ten messages with the same error show one toast. */
function showError({ message }: chat.ChatError) {
  if (!currentToasts().some(({ title }) => title === message)) toast.error(message)
}
