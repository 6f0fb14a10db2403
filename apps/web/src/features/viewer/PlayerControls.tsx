import type { KeyboardEvent, RefObject } from 'react'
import { Button } from '../../ui/Button.tsx'
import { formatMoment } from '../notes/listed-note.ts'
import { MomentMarks } from '../notes/MomentMarks.tsx'
import { PlayerIcon } from './PlayerIcon.tsx'
import type { Player } from './use-player.ts'

const RATES = [1, 1.5, 2, 0.5]

interface Props {
  player: Player
  /** What fills the screen; undefined for sound. */
  stage: RefObject<HTMLElement | null> | undefined
}

export function PlayerControls({ player, stage }: Props) {
  const { media, isPlaying, time, duration, isMuted, volume, rate, toggle, goTo, step } = player

  function press(event: KeyboardEvent) {
    const { key, shiftKey } = event
    if (key === ' ') toggle()
    else if (key === 'ArrowRight' || key === 'ArrowUp') step(1, shiftKey)
    else if (key === 'ArrowLeft' || key === 'ArrowDown') step(-1, shiftKey)
    else return
    event.preventDefault()
  }
  function change(part: Partial<Pick<HTMLMediaElement, 'muted' | 'volume' | 'playbackRate'>>) {
    if (media.current) Object.assign(media.current, part)
  }
  const nextRate = RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1
  return (
    <div className="player">
      <div className="player__timeline">
        <MomentMarks duration={duration} />
        <input
          className="range"
          type="range"
          aria-label="Position"
          aria-valuetext={`${formatMoment(time)} of ${formatMoment(duration)}`}
          min={0}
          max={duration}
          step="any"
          value={Math.min(time, duration)}
          disabled={duration === 0}
          onChange={({ target }) => goTo(target.valueAsNumber)}
          onKeyDown={press}
        />
      </div>
      <div className="player__buttons">
        <Button
          look="quiet"
          size="sm"
          className="btn--icon"
          aria-label={isPlaying ? 'Pause' : 'Play'}
          onClick={toggle}
        >
          <PlayerIcon name={isPlaying ? 'pause' : 'play'} />
        </Button>
        <span className="num small soft">
          {formatMoment(time)}
          {duration > 0 && ` / ${formatMoment(duration)}`}
        </span>
        <span className="player__end">
          <Button
            look="quiet"
            size="sm"
            className="num"
            aria-label={`Speed ${rate}×`}
            onClick={() => change({ playbackRate: nextRate })}
          >
            {rate}×
          </Button>
          <Button
            look="quiet"
            size="sm"
            className="btn--icon"
            aria-label={isMuted ? 'Sound on' : 'Sound off'}
            onClick={() => change(isMuted ? { muted: false, volume: volume || 1 } : { muted: true })}
          >
            <PlayerIcon name={isMuted ? 'silence' : 'sound'} />
          </Button>
          <input
            className="range player__volume"
            type="range"
            aria-label="Volume"
            aria-valuetext={`${Math.round((isMuted ? 0 : volume) * 100)}%`}
            min={0}
            max={1}
            step={0.05}
            value={isMuted ? 0 : volume}
            onChange={({ target }) => change({ volume: target.valueAsNumber, muted: false })}
          />
          {stage && (
            <Button
              look="quiet"
              size="sm"
              className="btn--icon"
              aria-label="Whole screen"
              title="Whole screen"
              onClick={() => toggleFullscreen(stage.current, media.current)}
            >
              <PlayerIcon name="fullscreen" />
            </Button>
          )}
        </span>
      </div>
    </div>
  )
}

/** iPhones fill the screen with videos only. */
type AppleVideo = HTMLMediaElement & { webkitEnterFullscreen?: () => void }

function toggleFullscreen(stage: HTMLElement | null, media: AppleVideo | null) {
  if (document.fullscreenElement) void document.exitFullscreen()
  else if (stage?.requestFullscreen) stage.requestFullscreen().catch(() => {})
  else media?.webkitEnterFullscreen?.()
}
