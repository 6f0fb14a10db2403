import { useQuery } from '@tanstack/react-query'
import { useFirstReadsDone } from '../../app/use-first-reads-done.ts'
import { unreadNotifications } from './unread.queries.ts'

/** Reads how many notifications are unread, after the first reads of the page. Called in the frame of an area. */
export function useLoadUnreadCount(isSignedIn: boolean) {
  const enabled = useFirstReadsDone() && isSignedIn
  return useQuery({ ...unreadNotifications, enabled }).data ?? 0
}

/** The count as the frame has read it. */
export const useUnreadCount = () => useQuery({ ...unreadNotifications, enabled: false }).data ?? 0
