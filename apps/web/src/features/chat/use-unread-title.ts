import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { prefixTitle } from '../../app/title.ts'
import { unreadMessages } from './unread.queries.ts'

/** The count stands before the document's title, to be seen from another tab. */
export function useUnreadTitle() {
  const { data: unread = 0 } = useQuery(unreadMessages)
  useEffect(() => prefixTitle(unread > 0 ? `(${unread}) ` : ''), [unread])
}
