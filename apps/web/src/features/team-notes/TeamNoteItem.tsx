import { isBlank, type teamNotes } from '@portico/contract'
import { Fragment, useId } from 'react'
import { isSignedIn } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { TextWithLinks } from '../../ui/TextWithLinks.tsx'
import { useMessageForm } from '../feedback/use-message-form.ts'
import { useToggleFocus } from '../feedback/use-toggle-focus.ts'
import { MentionField } from './MentionField.tsx'
import { splitMentions, toMentionables, toWritten } from './mention-text.ts'
import { editTeamNote, type Place } from './team-notes.queries.ts'

interface Props {
  note: teamNotes.TeamNote
  place: Place
  summary: teamNotes.Summary
  isReadOnly: boolean
  onDelete: () => void
}

/** Its author can edit it at any time; they and the managers of the workspace can delete it. */
export function TeamNoteItem({ note, place, summary, isReadOnly, onDelete }: Props) {
  const id = useId()
  // Who is mentioned already stays so, also if they are no member any more.
  const isMentionable = ({ id }: teamNotes.Mention) => summary.mentionable.some((one) => one.id === id)
  const people = toMentionables([
    ...summary.mentionable,
    ...note.mentions.filter((one) => !isMentionable(one)),
  ])
  const edit = useMessageForm(`team-note-edit.${note.id}`, (was) => editTeamNote(place, note, people, was))
  const { focusRef, toggled } = useToggleFocus()
  const isOwn = isSignedIn('freelancer', note.authorId)
  const written = toWritten(note.text, people)
  const conflict = edit.conflictWith(written)
  const isSaving = Boolean(edit.sending)

  function submit() {
    if (edit.message.trim() === written) edit.cancel()
    else edit.submit()
  }
  return (
    <li id={`team-note-${note.id}`} className="feedback">
      <header>
        <strong dir="auto">{isOwn ? 'You' : note.author}</strong>
        <span className="small muted">
          {isSaving ? 'Saving...' : <RelativeTime instant={note.createdAt} />}
          {!isSaving && note.editedAt && <span title={formatDateTime(note.editedAt)}>, edited</span>}
        </span>
      </header>
      {edit.isOpen && !isReadOnly ? (
        <form
          className="team-compose"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <label className="vh" htmlFor={id}>
            Edit note
          </label>
          <MentionField
            focusRef={focusRef}
            id={id}
            value={edit.message}
            people={people}
            onChange={edit.type}
            onSubmit={submit}
          />
          {conflict && <ChangedMeanwhile conflict={conflict} />}
          <span className="team-compose__send">
            <Button look="quiet" size="sm" onClick={edit.cancel}>
              Cancel
            </Button>
            <Button type="submit" size="sm" disabled={isBlank(edit.message)}>
              Save
            </Button>
          </span>
        </form>
      ) : (
        <p>{edit.sending ? <TextWithLinks text={edit.sending} /> : <NoteText note={note} />}</p>
      )}
      {!isReadOnly && !edit.isOpen && !isSaving && (
        <div className="feedback__acts">
          {isOwn && (
            <Button
              ref={focusRef}
              look="quiet"
              size="sm"
              onClick={() => {
                toggled()
                edit.open(written)
              }}
            >
              Edit
            </Button>
          )}
          {(isOwn || summary.mayDeleteAny) && (
            <Button look="danger-quiet" size="sm" onClick={onDelete}>
              Delete
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function NoteText({ note: { text, mentions } }: { note: teamNotes.TeamNote }) {
  const nameOf = (id: string) => mentions.find((one) => one.id === id)?.name ?? 'A former member'
  return splitMentions(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    <Fragment key={index}>
      {typeof part === 'string' ? (
        <TextWithLinks text={part} />
      ) : (
        <span className="mention" dir="auto">
          @{nameOf(part.mentioned)}
        </span>
      )}
    </Fragment>
  ))
}
