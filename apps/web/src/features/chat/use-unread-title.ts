import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { prefixTitle } from '../../app/title.ts'
import { unreadMessages } from './unread.queries.ts'

export function useUnreadTitle() {
  const { data: unread = 0 } = useQuery(unreadMessages)
  useEffect(() => prefixTitle(unread > 0 ? `(${unread}) ` : ''), [unread])
}
