import { paths } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useSession } from '../../app/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { MailLink } from '../../ui/MailLink.tsx'
import { Loading, Skeleton } from '../../ui/States.tsx'
import { myFreelancer } from '../clients/clients.queries.ts'
import { myConversation } from './chat.queries.ts'
import { ClientChatNote } from './view/ClientChatNote.tsx'
import { ConversationPane } from './view/ConversationPane.tsx'
import { ConversationPaneFailed, ConversationPaneSkeleton } from './view/ConversationPaneStates.tsx'
import { useChatEvents } from './view/use-chat-events.ts'
import './view/chat.css'

export const meta = privatePageMeta('Chat')

export default function ClientChatPage() {
  const session = useSession('client')
  const freelancer = useQuery(myFreelancer)
  const { data: state } = useQuery(myConversation)
  const typing = useChatEvents('client')
  const person = freelancer.data
  const [isOpen, setOpen] = useState(false)

  return (
    <div className="chat" data-view="pane">
      <div className="chat__list">
        <h1 tabIndex={-1}>Chat</h1>
        <div className="chat__person">
          {/* Shown on a phone alone, where the details need too much room. */}
          <button
            type="button"
            className="chat__more small"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Details
            <Icon name="down" small />
          </button>
          {!person && freelancer.isPending && (
            <Loading says="Loading...">
              <Skeleton />
              <Skeleton short />
            </Loading>
          )}
          {person && (
            <>
              <Avatar name={person.name} ink />
              <div>
                <strong>{person.name}</strong>
                <div className="soft">{person.role}</div>
                <MailLink email={person.email} />
              </div>
            </>
          )}
          <p className="small muted">Chat support is available only for ongoing projects.</p>
          <Link className="link small" to={paths.client.settings}>
            Choose your emails
          </Link>
        </div>
      </div>
      {session.status === 'in' && person && (
        <ConversationPane
          key={person.id}
          area="client"
          selfId={session.session.id}
          peer={{ id: person.id, name: person.name, about: person.role }}
          state={state}
          // They have one conversation.
          typing={typing.values().next().value}
          note={state && <ClientChatNote state={state} freelancer={person} />}
        />
      )}
      {!person && freelancer.isPending && <ConversationPaneSkeleton />}
      {!person && freelancer.isError && (
        <ConversationPaneFailed error={freelancer.error} onRetry={() => freelancer.refetch()} />
      )}
    </div>
  )
}
