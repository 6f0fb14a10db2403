import type { feedback } from '@portico/contract'
import { useEffect, useReducer } from 'react'
import { serverNow, subscribeToServerClock } from '../../app/server-clock.ts'

/** Until when the author may edit or delete it, by the server's clock; in the past when they may not. */
interface Deadline {
  editableUntil: number
}
export type ListedReply = feedback.Reply & Deadline
export type ListedFeedback = Omit<feedback.Feedback, 'replies'> & Deadline & { replies: ListedReply[] }

/**
 * Call it when the answer has arrived, because that may have set the clock of the server. A wrong clock of this device does not
 * matter.
 */
export function withDeadline<T extends { editableSeconds: number }>(item: T) {
  return { ...item, editableUntil: deadlineIn(item.editableSeconds) }
}

export function withDeadlines(item: feedback.Feedback): ListedFeedback {
  return { ...withDeadline(item), replies: item.replies.map((reply) => withDeadline(reply)) }
}

/** The time of the server when so many seconds are over. In the past if there are none. */
export const deadlineIn = (seconds: number) => (seconds > 0 ? serverNow() + seconds * 1_000 : 0)

/** Whether it is before this time of the server. Renders again when the time has come. */
export function useIsBefore(deadline: number) {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const isBefore = serverNow() < deadline
  useEffect(() => {
    if (!isBefore) return
    let timer: ReturnType<typeof setTimeout>
    // A timer may fire a little early, and the clock may turn out to be another.
    function wait() {
      clearTimeout(timer)
      const left = deadline - serverNow()
      if (left <= 0) rerender()
      else timer = setTimeout(wait, Math.min(left, MAX_WAIT_MS))
    }
    wait()
    const unsubscribe = subscribeToServerClock(wait)
    document.addEventListener('visibilitychange', wait)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      document.removeEventListener('visibilitychange', wait)
    }
  }, [deadline, isBefore])
  return isBefore
}

/** Timers do not run while a laptop is closed, so the clock is looked at again. */
const MAX_WAIT_MS = 30_000
