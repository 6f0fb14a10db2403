import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useThingsOnScreen } from '../../app/on-screen.ts'
import { isPreview } from '../../app/session.ts'
import { useIsPersonPresent } from '../../app/use-is-person-present.ts'
import { markShownRead, toReadMarks } from './mark-read.queries.ts'
import { useUnreadCount } from './use-unread-count.ts'

/**
 * Marks notifications as read that are about what is on screen, also new ones, while somebody is there. A component of its own, so
 * that a new count does not render the whole page again.
 */
export function MarkAsRead() {
  const count = useUnreadCount()
  const isPresent = useIsPersonPresent()
  const things = useThingsOnScreen()
  const { mutate, data: reply } = useMutation(markShownRead)
  /** The count at the last look, and what was on screen. Only a higher one, or something else, can include new notifications. */
  const last = useRef<{ things: typeof things; count: number }>(undefined)

  useEffect(() => {
    if (!isPresent || isPreview()) {
      last.current = undefined
      return
    }
    const before = last.current
    last.current = { things, count }
    // A new notification may come at the same time as the reply, so that the count is the same as before.
    const known = before ? Math.min(before.count, reply?.count ?? Infinity) : 0
    const shownBefore = new Set(before?.things.map((thing) => JSON.stringify(thing)))
    const isMoreOnScreen = things.some((thing) => !shownBefore.has(JSON.stringify(thing)))
    if (count > known || (count > 0 && isMoreOnScreen)) for (const mark of toReadMarks(things)) mutate(mark)
  }, [things, count, reply, isPresent, mutate])
  return null
}
