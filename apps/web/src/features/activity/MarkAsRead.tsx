import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isPreview } from '../../app/session.ts'
import { useIsTabVisible } from '../../app/use-is-tab-visible.ts'
import { markPageRead, type ReadMark } from './mark-read.queries.ts'
import { useUnreadCount } from './use-unread-count.ts'

/**
 * Marks notifications about the project or client of this page as read, also new ones, while the page is visible. A component
 * of its own, so that a new count does not render the whole page again.
 */
export function MarkAsRead({ about }: { about: ReadMark }) {
  const count = useUnreadCount()
  const isVisible = useIsTabVisible()
  const { mutate, data: reply } = useMutation(markPageRead)
  const mark = JSON.stringify(about)
  /** The unread count at the last look. Only a higher one can include new notifications of this page. */
  const last = useRef<{ mark: string; count: number }>(undefined)

  useEffect(() => {
    if (!isVisible || isPreview()) return
    // A new notification may come at the same time as the reply, so that the count is the same as before.
    const known = last.current?.mark === mark ? Math.min(last.current.count, reply?.count ?? Infinity) : 0
    last.current = { mark, count }
    if (count > known) mutate(JSON.parse(mark))
  }, [mark, count, reply, isVisible, mutate])
  return null
}
