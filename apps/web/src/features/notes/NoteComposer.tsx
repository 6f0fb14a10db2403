import { isBlank } from '@portico/contract'
import { type KeyboardEvent, useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { CoreIcon, Svg } from '../../ui/CoreIcon.tsx'
import { usePageKeys } from '../../ui/use-page-keys.ts'
import { SendingMessage } from '../feedback/FeedbackMessage.tsx'
import { type MessageForm, useMessageForm } from '../feedback/use-message-form.ts'
import { placeText } from './listed-note.ts'
import { noteTextDraft } from './note-drafts.ts'
import { leaveNote } from './notes.queries.ts'
import { focusContents, NEW_NOTE_ID, type NotesOnScreen } from './notes-on-screen.ts'
import '../../ui/Field.css'

interface Props {
  onScreen: NotesOnScreen
  onClose: () => void
}

export function NoteComposer({ onScreen, onClose }: Props) {
  const { file, area, newest, mayAdd, place, setPlace, setHasText } = onScreen
  const form = useMessageForm(
    noteTextDraft(area, file.id),
    leaveNote(file.id, place ?? {}, () => {
      setPlace(undefined)
      onClose()
    }),
  )
  useTextBroughtAlong(form)
  const hasText = !isBlank(form.message)
  useEffect(() => setHasText(hasText), [setHasText, hasText])
  usePageKeys({ escape: () => (place && !hasText ? close() : false) })
  if (!mayAdd) return <OlderVersion form={form} newest={newest} />

  const label = area === 'client' ? 'What should change?' : 'Write a note'
  /** Typed text stays, with its pin. */
  function close() {
    if (!hasText) setPlace(undefined)
    onClose()
  }
  function press(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit()
    if (event.key !== 'Escape') return
    close()
    focusContents()
  }
  return (
    <footer className="notes__foot notes__compose">
      {form.sending && (
        <div className="feedback">
          <SendingMessage message={form.sending} />
        </div>
      )}
      <form
        className="compose"
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
      >
        <label className="vh" htmlFor={NEW_NOTE_ID}>
          New note
        </label>
        <textarea
          id={NEW_NOTE_ID}
          className="input"
          name="note"
          rows={2}
          placeholder={label}
          value={form.message}
          onChange={(event) => form.type(event.target.value)}
          onKeyDown={press}
        />
        {onScreen.isPlacing && (
          <p className="small soft">
            Press where the pin belongs, or move it with the arrow keys and press Enter.
          </p>
        )}
        <div className="compose__acts">
          <PlaceButtons onScreen={onScreen} />
          <span className="compose__send">
            <span className="compose__reader small soft">{onScreen.reader} sees this</span>
            <Button look="quiet" size="sm" className="notes__cancel" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" size="sm" busy={form.isSending} disabled={isBlank(form.message)}>
              Add note
            </Button>
          </span>
        </div>
      </form>
    </footer>
  )
}

function PlaceButtons({ onScreen }: { onScreen: NotesOnScreen }) {
  const { place, setPlace, placeKind, isPlacing, setPlacing, player } = onScreen
  if (placeKind === 'none') return <span />
  const isMoment = placeKind === 'moment'
  function set() {
    if (!isMoment) return setPlacing(!isPlacing)
    const seconds = player.current?.currentTime ?? 0
    player.current?.pause()
    setPlace({ t: Math.round(seconds * 1_000) / 1_000 })
  }
  const text = place && placeText(place)
  const without = isMoment ? 'Without the moment' : 'Without pin'
  return (
    <span className="compose__place">
      <Button look="quiet" size="sm" aria-pressed={isMoment ? undefined : isPlacing} onClick={set}>
        <Svg small>
          <path d="M12 21s6.5-6 6.5-10.8a6.5 6.5 0 0 0-13 0C5.5 15 12 21 12 21z" />
          <circle cx="12" cy="10.2" r="2.3" />
        </Svg>
        {text ?? (isMoment ? 'Set the moment' : 'Set a pin')}
      </Button>
      {place && (
        <Button
          look="quiet"
          size="sm"
          className="btn--icon"
          aria-label={without}
          title={without}
          onClick={() => setPlace(undefined)}
        >
          <CoreIcon name="close" small />
        </Button>
      )}
    </span>
  )
}

/** A half-written note can be moved to a newer version. */
function OlderVersion({ form, newest }: { form: MessageForm; newest: NotesOnScreen['newest'] }) {
  const text = form.message
  return (
    <footer className="notes__foot">
      {!isBlank(text) && <p className="notes__unsent soft">{text}</p>}
      <p className="small soft">
        There is a newer version of this file. New notes go there:{' '}
        <Link className="link" to={`?version=${newest.version}`} state={{ note: text }} onClick={form.cancel}>
          {isBlank(text) ? `open version ${newest.version}` : `take yours to version ${newest.version}`}
        </Link>
      </p>
    </footer>
  )
}

function useTextBroughtAlong({ message, type }: MessageForm) {
  const { state } = useLocation()
  const brought: unknown = state?.note
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when this version opens
  useEffect(() => {
    if (typeof brought === 'string' && isBlank(message)) type(brought)
  }, [brought])
}
