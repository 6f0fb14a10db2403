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
  const { mutate } = useMutation(markPageRead)
  const mark = JSON.stringify(about)
  /**
   * The last call and the unread count at that time. Only a higher count can include new notifications of this page.
   */
  const last = useRef<{ mark: string; count: number }>(undefined)

  useEffect(() => {
    if (!isVisible || isPreview()) return
    const known = last.current?.mark === mark ? last.current.count : 0
    last.current = { mark, count }
    if (count > known) mutate(JSON.parse(mark))
  }, [mark, count, isVisible, mutate])
  return null
}
