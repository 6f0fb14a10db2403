import { useMutation, useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { Button } from '../../ui/Button.tsx'
import { DisabledInPreview } from '../preview/DisabledInPreview.tsx'
import { markAllRead } from './mark-read.queries.ts'
import { unreadNotifications } from './unread.queries.ts'

/** Hidden when nothing is unread. Its focus then moves to a heading. */
export function MarkAllAsRead({ returnFocusTo }: { returnFocusTo: RefObject<HTMLElement | null> }) {
  const { mutate } = useMutation(markAllRead)
  const { data: count = 0 } = useQuery(unreadNotifications)
  if (count === 0) return null
  return (
    <DisabledInPreview>
      <Button
        look="quiet"
        size="sm"
        onClick={() => {
          returnFocusTo.current?.focus()
          mutate()
        }}
      >
        Mark all as read
      </Button>
    </DisabledInPreview>
  )
}
