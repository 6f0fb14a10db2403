import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useSession } from '../../app/session.ts'
import { EmptyState } from '../../ui/States.tsx'
import { fullName } from '../clients/full-name.ts'
import { conversationList } from './chat.queries.ts'
import { ConversationList } from './view/ConversationList.tsx'
import { ConversationPane } from './view/ConversationPane.tsx'
import { ConversationPaneFailed, ConversationPaneSkeleton } from './view/ConversationPaneStates.tsx'
import { useTypingPeers } from './view/use-typing-peers.ts'
import './view/chat.css'

export const meta = privatePageMeta('Chat')

/** The freelancer's: everybody at the left, one conversation at the right; on a phone one of the two. */
export default function ChatPage() {
  const session = useSession('freelancer')
  const [address] = useSearchParams()
  const chosen = address.get('client')
  const query = useQuery(conversationList)
  const typing = useTypingPeers('freelancer')
  useFocusOnTheLeft(chosen)
  const row = query.data?.find(({ client }) => client.id === chosen)

  return (
    <div className="chat" data-view={chosen ? 'pane' : 'list'}>
      {session.status === 'in' && (
        <ConversationList selfId={session.session.id} query={query} chosen={chosen} typing={typing} />
      )}
      {session.status === 'in' && row && (
        <ConversationPane
          key={row.client.id}
          area="freelancer"
          selfId={session.session.id}
          peer={{ id: row.client.id, name: fullName(row.client), about: row.client.company ?? undefined }}
          state={row}
          isTyping={typing.has(row.client.id)}
          back="/chat"
        />
      )}
      {!row && chosen && query.isPending && <ConversationPaneSkeleton back="/chat" />}
      {!row && chosen && query.isError && (
        <ConversationPaneFailed back="/chat" error={query.error} onRetry={() => query.refetch()} />
      )}
      {!row && chosen && query.isSuccess && <NotFound />}
      {!chosen && (
        <section className="chat__pane chat__pane--empty" aria-label="Conversation">
          <EmptyState title="Select a client to start chatting." drawing="talk" />
        </section>
      )}
    </div>
  )
}

/** Whoever goes back to everybody stands at whom they came from. */
function useFocusOnTheLeft(chosen: string | null) {
  const before = useRef(chosen)
  useEffect(() => {
    if (!chosen && before.current) peerLink(before.current)?.focus()
    before.current = chosen
  }, [chosen])
}

function peerLink(id: string) {
  return document.querySelector<HTMLElement>(`[data-peer="${CSS.escape(id)}"]`)
}

function NotFound() {
  return (
    <section className="chat__pane chat__pane--empty" aria-label="Conversation">
      <EmptyState
        title="Client not found."
        drawing="shelf"
        action={
          <Link className="btn btn--secondary" to="/chat">
            All clients
          </Link>
        }
      >
        They may have been deleted, or the address is mistyped.
      </EmptyState>
    </section>
  )
}
