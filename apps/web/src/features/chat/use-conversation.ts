import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Area } from '../../app/session.ts'
import { socketOf } from '../../app/socket.ts'
import { historyOf, isShown } from './chat.queries.ts'
import { type Conversation, openConversation } from './conversation.ts'
import { outboxOf } from './outbox.ts'

/** The conversation of one person with another, for as long as this window shows it. */
export function useConversation(area: Area, selfId: string, peerId: string) {
  const client = useQueryClient()
  const [conversation, setConversation] = useState<Conversation>()

  useEffect(() => {
    const opened = openConversation({
      socket: socketOf(area),
      self: { id: selfId, type: area === 'client' ? 'Client' : 'Freelancer' },
      peer: { id: peerId, type: area === 'client' ? 'Freelancer' : 'Client' },
      read: historyOf(area, peerId),
      outbox: outboxOf(area, selfId, peerId),
      onJoined: (state) => {
        if (!isShown(client, peerId, state)) refresh()
      },
      onStateChanged: refresh,
    })
    setConversation(opened)
    return opened.close

    function refresh() {
      client.invalidateQueries({ queryKey: ['conversations'] })
    }
  }, [area, selfId, peerId, client])

  return conversation
}
