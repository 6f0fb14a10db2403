import { activity } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { showUnreadIcon } from '../app/favicon.ts'
import { isPreview } from '../app/session.ts'
import { prefixTitle } from '../app/title.ts'
import { useUnreadCount } from '../features/activity/use-unread-count.ts'
import { unreadMessages } from '../features/chat/unread.queries.ts'

/**
 * Shows in the title and the icon of the tab how many messages and notifications are unread. A component of its own, so that
 * a new count does not render the whole frame again.
 */
export function UnreadTitle() {
  const { data: messages = 0 } = useQuery(unreadMessages)
  const unread = messages + useUnreadCount()
  const isOwn = !isPreview()
  const prefix = unread > 0 ? `(${countText(unread)}) ` : ''
  useEffect(() => prefixTitle(isOwn ? prefix : 'Preview: '), [isOwn, prefix])
  const isUnread = unread > 0 && isOwn
  useEffect(() => {
    if (isUnread) return showUnreadIcon()
  }, [isUnread])
  return null
}

/** The server counts notifications no further. */
const countText = (count: number) => (count >= activity.MAX_UNREAD ? `${activity.MAX_UNREAD}+` : count)
