import { type ReactNode, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { noteLabel } from '../notes/listed-note.ts'
import { useNotesOnScreen } from '../notes/notes-on-screen.ts'
import { positionOf } from '../notes/pin-position.ts'
import { useClicks } from '../notes/use-clicks.ts'
import { PlayerIcon } from './PlayerIcon.tsx'
import type { Player } from './use-player.ts'

/** A note stays on the picture this close to its moment. */
const NEAR_SECONDS = 0.5

interface Props {
  player: Player
  isVideo: boolean
  children: ReactNode
}

/** A video with the pin of the note on this moment. A click on it stops the video and opens a note. */
export function PlayerFrame({ player, isVideo, children }: Props) {
  const onScreen = useNotesOnScreen()
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [wasStarted, setStarted] = useState(false)
  if (player.isPlaying && !wasStarted) setStarted(true)
  const mayClick = isVideo && onScreen?.mayClick
  useClicks(frame?.closest('.stage__player'), mayClick ? frame : null, (position) => {
    if (!onScreen) return
    const { current } = player.media
    if (position) current?.pause()
    // The field for the note is beside the video.
    if (position && document.fullscreenElement) void document.exitFullscreen()
    onScreen.clickOn(position && { t: Math.round((current?.currentTime ?? 0) * 1_000) / 1_000, ...position })
  })
  if (!isVideo) return children

  const { place, selected, area } = onScreen ?? {}
  const isNear = (t: number | null | undefined) =>
    typeof t === 'number' && Math.abs(t - player.time) < NEAR_SECONDS
  const shown = selected && selected.x !== null && selected.y !== null && isNear(selected.t) && selected
  return (
    <div className="player__space">
      <div className="player__frame" ref={setFrame}>
        {children}
        <div className="pins" data-clickable={mayClick || undefined}>
          {shown && area && (
            <span
              className="pin"
              data-selected
              role="img"
              aria-label={noteLabel(area, shown)}
              {...positionOf({ x: shown.x ?? 0, y: shown.y ?? 0 })}
            >
              {shown.number}
            </span>
          )}
          {place?.x !== undefined && isNear(place.t) && (
            <span className="pin pin--new" aria-hidden="true" {...positionOf(place)}>
              <Icon name="chat" small />
            </span>
          )}
          {!wasStarted && (
            <button type="button" className="player__start" aria-label="Play" onClick={player.toggle}>
              <PlayerIcon name="play" />
            </button>
          )}
        </div>
      </div>
    </div>
  )
}
