import type { feedback } from '@portico/contract'
import { useEffect, useReducer } from 'react'

/** Until when the author may edit or delete it, by this device's clock; in the past when they may not. */
interface Deadline {
  editableUntil: number
}
export type ListedReply = feedback.Reply & Deadline
export type ListedFeedback = Omit<feedback.Feedback, 'replies'> & Deadline & { replies: ListedReply[] }

/** The server sends the seconds that are left, so a wrong clock of this device does not matter. */
export function withDeadline<T extends { editableSeconds: number }>(item: T, readAt = Date.now()) {
  return { ...item, editableUntil: item.editableSeconds > 0 ? readAt + item.editableSeconds * 1_000 : 0 }
}

export function withDeadlines(item: feedback.Feedback, readAt = Date.now()): ListedFeedback {
  return { ...withDeadline(item, readAt), replies: item.replies.map((reply) => withDeadline(reply, readAt)) }
}

/** Renders again when the time has come. */
export function useIsBefore(deadline: number) {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const isBefore = Date.now() < deadline
  useEffect(() => {
    if (!isBefore) return
    const timer = setTimeout(rerender, deadline - Date.now())
    return () => clearTimeout(timer)
  }, [deadline, isBefore])
  return isBefore
}
