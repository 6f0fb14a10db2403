import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatMoment, noteLabel } from './listed-note.ts'
import { pinnedNotes } from './notes.queries.ts'
import { type NotesOnScreen, useNotesOnScreen } from './notes-on-screen.ts'
import './pins.css'

export function Moments() {
  const onScreen = useNotesOnScreen()
  return onScreen?.placeKind === 'moment' && <MomentsOf onScreen={onScreen} />
}

function MomentsOf({ onScreen }: { onScreen: NotesOnScreen }) {
  const { file, area, filter, selected, selectedId, select, player } = onScreen
  const { data = [] } = useQuery(pinnedNotes(file.id, filter))
  const moments = data
    .flatMap((note) => (note.t === null || note.version > file.version ? [] : [{ ...note, t: note.t }]))
    .sort((one, other) => one.t - other.t)

  const moment = selected?.t
  useEffect(() => {
    if (typeof moment === 'number' && player.current) player.current.currentTime = moment
  }, [moment, player])

  if (moments.length === 0) return null
  return (
    <ol className="moments" aria-label="Notes on moments">
      {moments.map((note) => (
        <li key={note.id}>
          <button
            type="button"
            className="moments__moment"
            aria-pressed={note.id === selectedId}
            data-earlier={note.fileId !== file.id || undefined}
            title={note.text.slice(0, 120)}
            onClick={() => {
              select(note.id)
              if (player.current) player.current.currentTime = note.t
            }}
          >
            <span className="pin" data-state={note.state} aria-hidden="true">
              {note.number}
            </span>
            <span className="num">{formatMoment(note.t)}</span>
            <span className="vh">, {noteLabel(area, note)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
