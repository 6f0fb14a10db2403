import { useQuery } from '@tanstack/react-query'
import { Unread } from '../../ui/Unread.tsx'
import { unreadMessages } from './unread.queries.ts'

export function UnreadMessages() {
  const { data = 0 } = useQuery(unreadMessages)
  return <Unread count={data} />
}
