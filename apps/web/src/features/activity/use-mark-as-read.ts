import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isPreview } from '../../app/session.ts'
import { useIsTabVisible } from '../../app/use-is-tab-visible.ts'
import { markPageRead, type ReadMark } from './mark-read.queries.ts'
import { useUnreadCount } from './use-unread-count.ts'

/**
 * Marks what happened to the thing on this page as read, now and as more happens, while the person can see it. Undefined
 * until the thing is on screen.
 */
export function useMarkAsRead(mark: ReadMark | undefined) {
  const count = useUnreadCount()
  const isVisible = useIsTabVisible()
  const { mutate } = useMutation(markPageRead)
  const about = mark && JSON.stringify(mark)
  /** The last call, and the count that it met. Only more than that can be news of this page. */
  const last = useRef<{ about: string; count: number }>(undefined)

  useEffect(() => {
    if (about === undefined || !isVisible || isPreview()) return
    const known = last.current?.about === about ? last.current.count : 0
    last.current = { about, count }
    if (count > known) mutate(JSON.parse(about))
  }, [about, count, isVisible, mutate])
}
