import { type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import { usePageKeys } from '../../ui/use-page-keys.ts'

export type Media = HTMLVideoElement | HTMLAudioElement

const STEP_SECONDS = 1
const LARGE_STEP_SECONDS = 10

const initial = { isPlaying: false, time: 0, duration: 0, volume: 1, isMuted: false, rate: 1 }

export type Player = ReturnType<typeof usePlayer>

/** The state of a video or audio element, and what its controls do. Space plays, the arrows step through it. */
export function usePlayer(media: RefObject<HTMLMediaElement | null>) {
  const [state, setState] = useState(initial)
  /** Of the element before, whose link expired. */
  const position = useRef(0)

  function read({ currentTarget: element }: SyntheticEvent<HTMLMediaElement>) {
    const { paused, currentTime, duration, volume, muted, playbackRate } = element
    position.current = currentTime
    setState({
      isPlaying: !paused,
      time: currentTime,
      // A recording may not say how long it is.
      duration: Number.isFinite(duration) ? duration : 0,
      volume,
      isMuted: muted || volume === 0,
      rate: playbackRate,
    })
  }
  function toggle() {
    const { current } = media
    // A failure to load is reported by the element.
    if (current?.paused) current.play().catch(() => {})
    else current?.pause()
  }
  function goTo(seconds: number) {
    const { current } = media
    if (!current) return
    const end = Number.isFinite(current.duration) ? current.duration : seconds
    current.currentTime = Math.min(Math.max(seconds, 0), end)
  }
  function step(by: 1 | -1, isLarge: boolean) {
    goTo((media.current?.currentTime ?? 0) + by * (isLarge ? LARGE_STEP_SECONDS : STEP_SECONDS))
  }
  usePageKeys({
    // Focused buttons are pressed by the space bar.
    ' ': ({ target }) =>
      target instanceof Element && target.closest('button, a, summary') ? false : toggle(),
    arrowright: ({ shiftKey }) => step(1, shiftKey),
    arrowleft: ({ shiftKey }) => step(-1, shiftKey),
  })

  return {
    ...state,
    media,
    toggle,
    goTo,
    step,
    /** Goes on where the element before stopped. */
    resume: () => goTo(position.current),
    events: {
      onPlay: read,
      onPause: read,
      onEnded: read,
      onTimeUpdate: read,
      onSeeking: read,
      onDurationChange: read,
      onVolumeChange: read,
      onRateChange: read,
    },
  }
}
