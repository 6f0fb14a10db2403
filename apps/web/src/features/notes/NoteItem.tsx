import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { TextWithLinks } from '../../ui/TextWithLinks.tsx'
import { FeedbackMessage, SendingMessage } from '../feedback/FeedbackMessage.tsx'
import { MessageFields } from '../feedback/MessageFields.tsx'
import { useMessageForm } from '../feedback/use-message-form.ts'
import { useToggleFocus } from '../feedback/use-toggle-focus.ts'
import { authorName, isBy, type ListedNote, placeText } from './listed-note.ts'
import { NoteState } from './NoteState.tsx'
import { declineNote, editNote, replyToNote, settleNote } from './notes.queries.ts'
import type { NotesOnScreen } from './notes-on-screen.ts'

interface Props {
  onScreen: NotesOnScreen
  note: ListedNote
  onDelete: () => void
}

export function NoteItem({ onScreen, note, onDelete }: Props) {
  const { file, area, pages, isReadOnly } = onScreen
  const prefix = area === 'client' ? 'client.' : ''
  const reply = useMessageForm(`${prefix}note-reply.${note.id}`, replyToNote(note))
  const decline = useMessageForm(`${prefix}note-decline.${note.id}`, declineNote(note.id))
  const edit = useMessageForm(`${prefix}note-edit.${note.id}`, (was) => editNote(note.id, was))
  const settle = useMutation(settleNote(note.id))
  const replyFocus = useToggleFocus()
  const declineFocus = useToggleFocus()
  const isOwn = isBy(area, note)
  const isOpen = note.state === 'open'
  const isBusy = settle.isPending || decline.isSending
  const place = placeText(note)
  const isBeyondEnd = note.page !== null && pages !== undefined && note.page > pages.count

  return (
    <>
      <FeedbackMessage
        by={authorName(area, note)}
        about={
          <>
            {place && place !== 'Pin' && (
              <span className="small muted">
                {isBeyondEnd ? `${place}, which is not in this file` : place}
              </span>
            )}
            {note.fileId !== file.id && (
              <Link className="link small" to={`?version=${note.version}&note=${note.id}`}>
                version {note.version}
              </Link>
            )}
            {!isOpen && <NoteState state={note.state} />}
          </>
        }
        message={{ ...note, message: note.text }}
        edit={isOwn && !isReadOnly ? edit : undefined}
        onDelete={onDelete}
        actions={
          !isReadOnly && (
            <>
              {area === 'freelancer' && !decline.isOpen && (
                <Button
                  size="sm"
                  look={isOpen ? 'secondary' : 'quiet'}
                  busy={isBusy}
                  onClick={() => settle.mutate(isOpen ? 'done' : 'open')}
                >
                  {isOpen && <Icon name="check" small />}
                  {isOpen ? 'Done' : 'Open again'}
                </Button>
              )}
              {area === 'freelancer' && isOpen && !isOwn && !decline.isOpen && (
                <Button
                  ref={declineFocus.focusRef}
                  size="sm"
                  look="quiet"
                  disabled={isBusy}
                  onClick={() => {
                    declineFocus.toggled()
                    decline.open(decline.message)
                  }}
                >
                  Decline
                </Button>
              )}
              {!reply.isOpen && (
                <Button
                  ref={replyFocus.focusRef}
                  size="sm"
                  look="quiet"
                  onClick={() => {
                    replyFocus.toggled()
                    reply.open(reply.message)
                  }}
                >
                  Reply
                </Button>
              )}
            </>
          )
        }
      >
        {note.reason !== null && note.declinedBy && (
          <p className="small note__reason">
            <b>{authorName(area, { authorId: note.declinedBy.id, author: note.declinedBy.name })}:</b>{' '}
            <TextWithLinks text={note.reason} />
          </p>
        )}
        {(note.replies.length > 0 || reply.sending) && (
          <ul className="feedback__replies" aria-label="Replies">
            {note.replies.map((one) => (
              <li key={one.id} className="feedback">
                <header>
                  <strong>{authorName(area, one)}</strong>
                  <span className="small muted">
                    <RelativeTime instant={one.createdAt} />
                  </span>
                </header>
                <p className="soft">
                  <TextWithLinks text={one.text} />
                </p>
              </li>
            ))}
            {reply.sending && (
              <li className="feedback">
                <SendingMessage message={reply.sending} />
              </li>
            )}
          </ul>
        )}
      </FeedbackMessage>
      {decline.isOpen && isOpen && !isReadOnly && (
        <MessageFields
          form={decline}
          label="Why not?"
          hasVisibleLabel
          submit="Decline"
          focusRef={declineFocus.focusRef}
        />
      )}
      {reply.isOpen && !isReadOnly && (
        <MessageFields form={reply} label="Your reply" submit="Send Reply" focusRef={replyFocus.focusRef} />
      )}
    </>
  )
}
