import type { notes } from '@portico/contract'

/** Glyph, word and colour; an open note needs none. */
export function NoteState({ state }: { state: notes.NoteState }) {
  const isDone = state === 'done'
  return (
    <span className="note__state" data-state={state}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {isDone ? (
          <path
            fill="currentColor"
            fillRule="evenodd"
            d="M8 1.7a6.3 6.3 0 1 1 0 12.6A6.3 6.3 0 0 1 8 1.7zm2.7 3.6L7 9 5.4 7.4l-1 1L7 11l4.7-4.7z"
          />
        ) : (
          <g fill="none" stroke="currentColor" strokeWidth="1.6">
            <circle cx="8" cy="8" r="5.5" />
            <path d="m4.3 11.7 7.4-7.4" />
          </g>
        )}
      </svg>
      {isDone ? 'Done' : 'Declined'}
    </span>
  )
}
