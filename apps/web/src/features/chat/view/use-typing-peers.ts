import type { chat } from '@portico/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Area } from '../../../app/session.ts'
import { getSocket } from '../../../app/socket.ts'
import { currentToasts, toast } from '../../../ui/toast.ts'
import { conversationList, myConversation } from '../chat.queries.ts'

/** Typing is over when nothing was heard of it for so long, in milliseconds. */
const TYPING_LASTS = 6_000

/** Who is typing just now; what is heard of who is here goes into what the queries hold. */
export function useTypingPeers(area: Area): ReadonlySet<string> {
  const client = useQueryClient()
  const [typing, setTyping] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    const socket = getSocket(area)
    const timers = new Map<string, ReturnType<typeof setTimeout>>()

    function hearTyping({ userId, typing: isTyping }: { userId: string; typing: boolean }) {
      clearTimeout(timers.get(userId))
      if (isTyping)
        timers.set(
          userId,
          setTimeout(() => stopTyping(userId), TYPING_LASTS),
        )
      setTyping((before) => (before.has(userId) === isTyping ? before : toggled(before, userId)))
    }

    function stopTyping(userId: string) {
      hearTyping({ userId, typing: false })
    }

    const hearMessage = ({ senderId }: chat.Message) => stopTyping(senderId)
    const hearPresence = (news: Presence) => notePresence(client, news)

    socket.on('typing', hearTyping)
    socket.on('newMessage', hearMessage)
    socket.on('presence', hearPresence)
    socket.on('chatError', sayOnce)
    return () => {
      for (const timer of timers.values()) clearTimeout(timer)
      socket.off('typing', hearTyping)
      socket.off('newMessage', hearMessage)
      socket.off('presence', hearPresence)
      socket.off('chatError', sayOnce)
    }
  }, [area, client])

  return typing
}

type Presence = Parameters<chat.ServerToClient['presence']>[0]

function notePresence(client: QueryClient, { userId, here, lastSeenAt }: Presence) {
  const now = { peerHere: here, peerLastSeenAt: lastSeenAt }
  client.setQueryData(conversationList.queryKey, (list) =>
    list?.map((row) => (row.client.id === userId ? { ...row, ...now } : row)),
  )
  client.setQueryData(myConversation.queryKey, (state) => state && { ...state, ...now })
}

/** The same complaint of ten messages is one complaint. */
function sayOnce({ message }: chat.ChatError) {
  if (!currentToasts().some(({ title }) => title === message)) toast.error(message)
}

function toggled(before: ReadonlySet<string>, id: string) {
  const now = new Set(before)
  if (!now.delete(id)) now.add(id)
  return now
}
