import { useEffect, useRef } from 'react'
import type { Conversation } from '../conversation.ts'

/** It is said again while it goes on, no more often than this, in milliseconds as below. */
const EVERY = 3_000
/** Whoever pauses for longer than this has stopped. */
const PAUSE = 5_000

/** Tells the other side that something is being written. */
export function useTypingNotifications(conversation: Conversation | undefined) {
  const said = useRef(0)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  function stop() {
    clearTimeout(pause.current)
    if (said.current > 0) conversation?.type(false)
    said.current = 0
  }

  useEffect(() => () => clearTimeout(pause.current), [])

  return {
    typed(isSomething: boolean) {
      if (!isSomething) return stop()
      clearTimeout(pause.current)
      pause.current = setTimeout(stop, PAUSE)
      if (Date.now() - said.current < EVERY) return
      said.current = Date.now()
      conversation?.type(true)
    },
    /** The message itself says that it is over. */
    sent() {
      clearTimeout(pause.current)
      said.current = 0
    },
  }
}
