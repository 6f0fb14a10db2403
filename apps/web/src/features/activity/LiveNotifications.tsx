import type { Area } from '../../app/session.ts'
import { MarkAsRead } from './MarkAsRead.tsx'
import { NotificationToasts } from './NotificationToasts.tsx'
import { useLoadUnreadCount } from './use-unread-count.ts'

/** What happens with notifications on every page of an area: those on screen are read, the others are announced. */
export default function LiveNotifications({ area }: { area: Area }) {
  useLoadUnreadCount(true)
  return (
    <>
      <MarkAsRead />
      <NotificationToasts area={area} />
    </>
  )
}
