import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isPreview } from '../../app/session.ts'
import { useIsTabVisible } from '../../app/use-is-tab-visible.ts'
import { markPageRead, type ReadMark } from './mark-read.queries.ts'
import { useUnreadCount } from './use-unread-count.ts'

/**
 * Marks notifications about the project or client of this page as read, also new ones, while the page is visible.
 * Undefined until it is on screen.
 */
export function useMarkAsRead(mark: ReadMark | undefined) {
  const count = useUnreadCount()
  const isVisible = useIsTabVisible()
  const { mutate } = useMutation(markPageRead)
  const about = mark && JSON.stringify(mark)
  /**
   * The last call and the unread count at that time. Only a higher count can include new notifications of this page.
   */
  const last = useRef<{ about: string; count: number }>(undefined)

  useEffect(() => {
    if (about === undefined || !isVisible || isPreview()) return
    const known = last.current?.about === about ? last.current.count : 0
    last.current = { about, count }
    if (count > known) mutate(JSON.parse(about))
  }, [about, count, isVisible, mutate])
}
