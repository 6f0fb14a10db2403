import { useEffect, useRef } from 'react'
import type { Conversation } from '../conversation.ts'

/** While somebody types, the other side is notified at most this often. */
const REPEAT_INTERVAL_MS = 3_000
const IDLE_TIMEOUT_MS = 5_000

/** Notifies the other side when somebody types, and when they stop. */
export function useTypingNotifications(conversation: Conversation | undefined) {
  const lastSentAt = useRef(0)
  const idleTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function stop() {
    clearTimeout(idleTimer.current)
    if (lastSentAt.current > 0) conversation?.sendTyping(false)
    lastSentAt.current = 0
  }

  useEffect(() => () => clearTimeout(idleTimer.current), [])

  return {
    handleInput(hasText: boolean) {
      if (!hasText) return stop()
      clearTimeout(idleTimer.current)
      idleTimer.current = setTimeout(stop, IDLE_TIMEOUT_MS)
      if (Date.now() - lastSentAt.current < REPEAT_INTERVAL_MS) return
      lastSentAt.current = Date.now()
      conversation?.sendTyping(true)
    },
    /** The message itself ends the indicator on the other side. */
    handleSent() {
      clearTimeout(idleTimer.current)
      lastSentAt.current = 0
    },
  }
}
