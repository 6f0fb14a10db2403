import { paths } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useSession } from '../../app/session.ts'
import { EmptyState } from '../../ui/States.tsx'
import { fullName } from '../clients/full-name.ts'
import { archivedConversations, conversationList } from './chat.queries.ts'
import { ConversationList } from './view/ConversationList.tsx'
import { ConversationPane } from './view/ConversationPane.tsx'
import { ConversationPaneFailed, ConversationPaneSkeleton } from './view/ConversationPaneStates.tsx'
import { FreelancerChatNote } from './view/FreelancerChatNote.tsx'
import { useChatEvents } from './view/use-chat-events.ts'
import './view/chat.css'

export const meta = privatePageMeta('Chat')

export default function ChatPage() {
  const session = useSession('freelancer')
  const [searchParams] = useSearchParams()
  const selectedId = searchParams.get('client')
  const query = useQuery(conversationList)
  const typing = useChatEvents('freelancer')
  useFocusClosedRow(selectedId)
  const listed = query.data?.find(({ client }) => client.id === selectedId)
  const archived = useQuery({
    ...archivedConversations,
    enabled: selectedId !== null && query.isSuccess && !listed,
  })
  const row = listed ?? archived.data?.find(({ client }) => client.id === selectedId)

  return (
    <div className="chat" data-view={selectedId ? 'pane' : 'list'}>
      {session.status === 'in' && (
        <ConversationList selfId={session.session.id} query={query} selectedId={selectedId} typing={typing} />
      )}
      {session.status === 'in' && row && (
        <ConversationPane
          key={row.client.id}
          area="freelancer"
          selfId={session.session.id}
          peer={{ id: row.client.id, name: fullName(row.client), about: row.client.company ?? undefined }}
          state={row}
          typing={typing.get(row.client.id)}
          note={<FreelancerChatNote state={row} client={row.client} />}
          back={paths.freelancer.chat}
        />
      )}
      {!row && selectedId && (query.isPending || archived.isLoading) && (
        <ConversationPaneSkeleton back={paths.freelancer.chat} />
      )}
      {!row && selectedId && query.isError && (
        <ConversationPaneFailed
          back={paths.freelancer.chat}
          error={query.error}
          onRetry={() => query.refetch()}
        />
      )}
      {!row && selectedId && archived.isError && (
        <ConversationPaneFailed
          back={paths.freelancer.chat}
          error={archived.error}
          onRetry={() => archived.refetch()}
        />
      )}
      {!row && selectedId && archived.isSuccess && <NotFound />}
      {!selectedId && (
        <section className="chat__pane chat__pane--empty" aria-label="Conversation">
          <EmptyState title="Select a client to start chatting." drawing="talk" />
        </section>
      )}
    </div>
  )
}

/** Going back to the list focuses the row of the conversation that was open. */
function useFocusClosedRow(selectedId: string | null) {
  const before = useRef(selectedId)
  useEffect(() => {
    if (!selectedId && before.current) findRow(before.current)?.focus()
    before.current = selectedId
  }, [selectedId])
}

function findRow(clientId: string) {
  return document.querySelector<HTMLElement>(`[data-peer="${CSS.escape(clientId)}"]`)
}

function NotFound() {
  return (
    <section className="chat__pane chat__pane--empty" aria-label="Conversation">
      <EmptyState
        title="Client not found."
        drawing="shelf"
        action={
          <Link className="btn btn--secondary" to={paths.freelancer.chat}>
            All clients
          </Link>
        }
      >
        They may have been deleted, or the address is mistyped.
      </EmptyState>
    </section>
  )
}
