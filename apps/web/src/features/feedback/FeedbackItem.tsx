import type { feedback } from '@portico/contract'
import { type Area, isSignedIn } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import type { ListedFeedback, ListedReply } from './deadlines.ts'
import { FeedbackMessage, SendingMessage } from './FeedbackMessage.tsx'
import { editFeedback, editReply, replyToFeedback } from './feedback.queries.ts'
import { MessageFields } from './MessageFields.tsx'
import { useMessageForm } from './use-message-form.ts'
import { useToggleFocus } from './use-toggle-focus.ts'

interface Props {
  projectId: string
  area: Area
  isReadOnly: boolean
  onDelete: (item: ListedFeedback | ListedReply) => void
}

/** Feedback with its replies, and the form for another one. */
export function FeedbackItem({ item, ...props }: Props & { item: ListedFeedback }) {
  const { projectId, area, isReadOnly, onDelete } = props
  const reply = useMessageForm(draftName(area, 'reply', item.id), replyToFeedback(projectId, item.id))
  const edit = useMessageForm(draftName(area, 'edit', item.id), (was) =>
    editFeedback(projectId, item.id, was),
  )
  const { focusRef, toggled } = useToggleFocus()
  const isOwn = area === 'client' && isSignedIn(area, item.Client?.id ?? null)
  return (
    <li id={`feedback-${item.id}`} className="feedback">
      <FeedbackMessage
        by={isOwn ? 'You' : nameOf(item.Client) || 'Anonymous'}
        message={item}
        edit={isOwn && !isReadOnly ? edit : undefined}
        onDelete={() => onDelete(item)}
        actions={
          !isReadOnly &&
          !reply.isOpen && (
            <Button
              ref={focusRef}
              look="quiet"
              size="sm"
              onClick={() => {
                toggled()
                reply.open()
              }}
            >
              Reply
            </Button>
          )
        }
      />
      {(item.replies.length > 0 || reply.sending) && (
        <ul className="feedback__replies" aria-label="Replies">
          {item.replies.map((reply) => (
            <ReplyItem key={reply.id} {...props} reply={reply} />
          ))}
          {reply.sending && (
            <li className="feedback">
              <SendingMessage message={reply.sending} />
            </li>
          )}
        </ul>
      )}
      {reply.isOpen && !isReadOnly && (
        <MessageFields form={reply} label="Your reply" submit="Send Reply" focusRef={focusRef} />
      )}
    </li>
  )
}

function ReplyItem({ reply, projectId, area, isReadOnly, onDelete }: Props & { reply: ListedReply }) {
  const edit = useMessageForm(draftName(area, 'edit', reply.id), (was) => editReply(projectId, reply.id, was))
  const isOwn = isSignedIn(area, reply.authorId)
  return (
    <li className="feedback">
      <FeedbackMessage
        by={isOwn ? 'You' : reply.author}
        message={reply}
        edit={isOwn && !isReadOnly ? edit : undefined}
        onDelete={() => onDelete(reply)}
      />
    </li>
  )
}

function draftName(area: Area, what: string, id: string) {
  return `${area === 'client' ? 'client.' : ''}${what}.${id}`
}

function nameOf(client: feedback.Feedback['Client']) {
  return client && `${client.firstName} ${client.lastName}`.trim()
}
