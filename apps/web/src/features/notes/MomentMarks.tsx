import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { clusterPins } from './cluster-pins.ts'
import { formatMoment } from './listed-note.ts'
import { pinnedNotes } from './notes.queries.ts'
import { type NotesOnScreen, useNotesOnScreen } from './notes-on-screen.ts'
import { PinOrGroup, useSize } from './Pins.tsx'
import { pinReach } from './pin-position.ts'
import './pins.css'

interface Props {
  /** Of the video or audio, in seconds. */
  duration: number
}

/** The notes on moments, as marks on a timeline. Choosing one goes to its moment. */
export function MomentMarks({ duration }: Props) {
  const onScreen = useNotesOnScreen()
  return onScreen?.placeKind === 'moment' && <Marks onScreen={onScreen} duration={duration} />
}

function Marks({ onScreen, duration }: Props & { onScreen: NotesOnScreen }) {
  const { file, filter, selected, place, player } = onScreen
  const { data = [] } = useQuery(pinnedNotes(file.id, filter))
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  const size = useSize(layer)
  const positionOf = (t: number) => Math.min(1, t / duration)
  const marks = data
    .flatMap((note) =>
      note.t === null || note.version > file.version
        ? []
        : [{ ...note, x: positionOf(note.t), y: 0, t: note.t }],
    )
    .sort((one, other) => one.t - other.t)

  const moment = selected?.t
  const goTo = useCallback(
    (t: number) => {
      if (player.current) player.current.currentTime = t
    },
    [player],
  )
  useEffect(() => {
    if (typeof moment === 'number') goTo(moment)
  }, [moment, goTo])

  return (
    <div className="marks" ref={setLayer}>
      {size &&
        clusterPins(marks, size, pinReach()).map((group) => (
          <PinOrGroup
            key={group[0].id}
            onScreen={onScreen}
            group={group}
            shown={file}
            about={`, at ${formatMoment(group[0].t)}`}
            onChoose={({ t }) => t !== null && goTo(t)}
          />
        ))}
      {place?.t !== undefined && (
        <span className="pin pin--new" aria-hidden="true" style={{ left: `${positionOf(place.t) * 100}%` }} />
      )}
    </div>
  )
}
