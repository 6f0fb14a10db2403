import { memo, useRef } from 'react'
import { authorName, type ListedNote, noteLabel, placeText } from './listed-note.ts'
import { NoteItem } from './NoteItem.tsx'
import { type NotesOnScreen, noteRowId } from './notes-on-screen.ts'
import { useIsNear } from './use-is-near.ts'

interface Props {
  onScreen: NotesOnScreen
  note: ListedNote
  /** Whether the row counts as near the viewport until that has been measured. */
  startsNear: boolean
  /** The same function each time. */
  onDelete: (note: ListedNote) => void
}

/**
 * A note in the list. Far from the viewport only its pin and text are rendered, so that thousands of notes cost
 * little.
 */
export const NoteRow = memo(function NoteRow({ onScreen, note, startsNear, onDelete }: Props) {
  const { area, selectedId, select } = onScreen
  const row = useRef<HTMLLIElement>(null)
  const isNear = useIsNear(row, startsNear)
  const isSelected = note.id === selectedId
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its first button does the same by keyboard
    <li
      ref={row}
      id={noteRowId(note.id)}
      className="note"
      data-selected={isSelected || undefined}
      data-settled={note.state !== 'open' || undefined}
      onClick={({ target }) => {
        const isControl = target instanceof Element && target.closest('button, a, form, input, textarea')
        if (!isControl && !isSelected && getSelection()?.isCollapsed) select(note.id)
      }}
    >
      <button
        type="button"
        className={placeText(note) ? 'pin' : 'pin pin--none'}
        data-state={note.state}
        aria-pressed={isSelected}
        aria-label={noteLabel(area, note)}
        onClick={() => select(isSelected ? undefined : note.id)}
      >
        {note.number}
      </button>
      <div className="feedback">
        {isNear || isSelected ? (
          <NoteItem onScreen={onScreen} note={note} onDelete={() => onDelete(note)} />
        ) : (
          <>
            <header>
              <strong>{authorName(area, note)}</strong>
            </header>
            <p className="soft">{note.text}</p>
          </>
        )}
      </div>
    </li>
  )
})
