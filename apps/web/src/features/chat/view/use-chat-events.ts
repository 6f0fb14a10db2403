import type { chat } from '@portico/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Area } from '../../../app/session.ts'
import { getSocket } from '../../../app/socket.ts'
import { currentToasts, toast } from '../../../ui/toast.ts'
import { openAnswerTime } from '../answer-time.ts'
import { conversationList, myConversation } from '../chat.queries.ts'

/** Somebody who types notifies the others more often than this. */
const TYPING_TIMEOUT_MS = 6_000

/** Handles the events of all conversations: presence, errors and typing. Returns the ids of those who are typing. */
export function useChatEvents(area: Area): ReadonlySet<string> {
  const client = useQueryClient()
  const [typingIds, setTypingIds] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    const socket = getSocket(area)
    const timers = new Map<string, ReturnType<typeof setTimeout>>()

    function handleTyping({ userId, typing }: { userId: string; typing: boolean }) {
      clearTimeout(timers.get(userId))
      if (typing)
        timers.set(
          userId,
          setTimeout(() => endTyping(userId), TYPING_TIMEOUT_MS),
        )
      setTypingIds((ids) => (ids.has(userId) === typing ? ids : toggle(ids, userId)))
    }

    function endTyping(userId: string) {
      handleTyping({ userId, typing: false })
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

  return typingIds
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

function toggle(ids: ReadonlySet<string>, id: string) {
  const toggled = new Set(ids)
  if (!toggled.delete(id)) toggled.add(id)
  return toggled
}
