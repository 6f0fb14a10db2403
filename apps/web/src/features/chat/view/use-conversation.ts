import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Area, isPreview, ownerIn } from '../../../app/session.ts'
import { getSocket, isSocketBlocked } from '../../../app/socket.ts'
import { createPageReader, isCacheUpToDate } from '../chat.queries.ts'
import { createAttachments } from '../connection/attachments.ts'
import { createUnsentMessages } from '../connection/unsent-messages.ts'
import { type Conversation, openConversation } from '../conversation.ts'

const POLL_INTERVAL_MS = 5_000

export function useConversation(area: Area, selfId: string, peerId: string) {
  const client = useQueryClient()
  const [conversation, setConversation] = useState<Conversation>()

  useEffect(() => {
    const opened = openConversation({
      socket: getSocket(area),
      self: { id: selfId, type: area === 'client' ? 'Client' : 'Freelancer' },
      peer: { id: peerId, type: area === 'client' ? 'Freelancer' : 'Client' },
      readPage: createPageReader(area, peerId),
      unsentMessages: createUnsentMessages(area, isPreview() ? 'preview' : selfId, peerId),
      attachments: createAttachments(area, ownerIn(area) ?? selfId, client),
      onJoined: (state) => {
        if (!isCacheUpToDate(client, peerId, state)) refresh()
      },
      onStateChanged: refresh,
    })
    setConversation(opened)
    const poll = setInterval(() => {
      if (isSocketBlocked(area) && !document.hidden) opened.loadMissed()
    }, POLL_INTERVAL_MS)
    return () => {
      clearInterval(poll)
      opened.close()
    }

    function refresh() {
      client.invalidateQueries({ queryKey: ['conversations'] })
    }
  }, [area, selfId, peerId, client])

  return conversation
}
