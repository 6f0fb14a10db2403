import { type chat, paths } from '@portico/contract'
import { memo } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../../ui/Avatar.tsx'
import { formatDateTime } from '../../../ui/dates.ts'
import { Unread } from '../../../ui/Unread.tsx'
import { useLocalDay } from '../../../ui/use-now.ts'
import { fullName } from '../../clients/full-name.ts'
import { formatLastMessageTime } from '../timeline/message-dates.ts'
import { typingText } from './people-text.ts'
import type { Typists } from './use-chat-events.ts'
import '../../../ui/Rows.css'

interface Props {
  row: chat.Conversation
  isSelected: boolean
  selfId: string
  typing: Typists | undefined
  /** The last message to this client that was not sent. */
  unsentText?: string | undefined
}

export const ConversationRow = memo(function ConversationRow({
  row,
  isSelected,
  selfId,
  typing,
  unsentText,
}: Props) {
  const { client, lastMessage, unread, awaitsAnswer, silence } = row
  const name = fullName(client)
  const today = useLocalDay()
  return (
    <Link
      className="peer"
      to={paths.freelancer.conversation(client.id)}
      aria-current={isSelected || undefined}
      data-peer={client.id}
      preventScrollReset
    >
      <Avatar name={name} />
      <strong className="cut" title={name}>
        {name}
      </strong>
      {lastMessage ? (
        <time dateTime={lastMessage.createdAt} title={formatDateTime(lastMessage.createdAt)}>
          {formatLastMessageTime(lastMessage.createdAt, today)}
        </time>
      ) : (
        <span />
      )}
      {unsentText === undefined ? (
        <span className={`row__sub cut${unread === 0 ? ' muted' : ''}`}>
          {typing
            ? `${typingText([...typing.peers, ...typing.colleagues])}…`
            : formatLastMessage(lastMessage, client.id, selfId)}
        </span>
      ) : (
        <span className="row__sub cut peer__unsent">Not sent yet: {unsentText}</span>
      )}
      {unread > 0 ? <Unread count={unread} /> : isColleaguesNew(row, selfId) ? <NewOfColleague /> : <span />}
      {awaitsAnswer && !silence && <span className="vh">Waits for your answer</span>}
    </Link>
  )
})

/** Nothing waits for an answer, but a colleague has written something that this person has not seen. */
function isColleaguesNew({ lastMessage, lastNumber, seen }: chat.Conversation, selfId: string) {
  return lastMessage?.senderType === 'Freelancer' && lastMessage.senderId !== selfId && seen < lastNumber
}

function NewOfColleague() {
  return <span className="peer__new" role="img" aria-label="New from a colleague" />
}

/** The client themselves need no name, because the row has it. */
function formatLastMessage(message: chat.LastMessage | null, clientId: string, selfId: string) {
  if (!message) return 'No messages yet'
  const { senderId, senderName, preview } = message
  if (senderId === clientId) return preview
  return `${senderId === selfId ? 'You' : senderName.split(' ')[0]}: ${preview}`
}
