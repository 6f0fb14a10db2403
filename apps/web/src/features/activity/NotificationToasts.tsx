import { activity, eventQuote, eventText, groupUploads, plainEventText, truncate } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../app/api.ts'
import { serverNow } from '../../app/server-clock.ts'
import { type Area, isPreview } from '../../app/session.ts'
import { useIsPersonPresent } from '../../app/use-is-person-present.ts'
import { toast } from '../../ui/toast.ts'
import { eventPath } from './event-path.ts'
import { isOnScreen } from './is-on-screen.ts'
import { notificationsPath } from './notifications-path.ts'
import { unreadNotifications } from './unread.queries.ts'

/** As many as one toast counts. */
const MAX_READ = 20
const MAX_QUOTE_LENGTH = 120

/** Announces what is new, unless its place is on screen. Waits until somebody is there to see it. */
export function NotificationToasts({ area }: { area: Area }) {
  const { data: count } = useQuery({ ...unreadNotifications, enabled: false })
  const isPresent = useIsPersonPresent()
  const navigate = useNavigate()
  const lastCount = useRef(count)
  /** When the newest known notification came. What was there before the page was opened is in the bell. */
  const knownUntil = useRef<string>(undefined)
  knownUntil.current ??= new Date(serverNow()).toISOString()

  useEffect(() => {
    if (count === undefined || isPreview()) return
    if (lastCount.current === undefined || count < lastCount.current) lastCount.current = count
    if (!isPresent || count <= lastCount.current) return
    lastCount.current = count
    const announce = async () => {
      const newest = await call(activity.notifications, { querystring: { limit: MAX_READ } })
      const isNew = ({ read, createdAt }: activity.Notification) =>
        !read && createdAt > (knownUntil.current ?? '')
      const news = newest.filter((one) => isNew(one) && !isOnScreen(one))
      if (newest[0]) knownUntil.current = newest[0].createdAt
      showToast(news)
    }
    // It is in the bell all the same.
    announce().catch((error) => console.warn('What is new could not be announced', error))

    function showToast(news: activity.Notification[]) {
      const [group, ...others] = groupUploads(news)
      if (!group) return
      const [{ projectTitle }] = group
      const quote = eventQuote(group[0])
      const text = quote && truncate(quote.text.replace(/\s+/g, ' '), MAX_QUOTE_LENGTH)
      const about = [projectTitle, quote && `${quote.by}: “${text}”`].filter(Boolean).join('. ')
      const title = plainEventText(eventText(group))
      if (others.length === 0)
        toast.info(title, about, { label: 'Open', run: () => navigate(eventPath(group, area)) })
      else
        toast.info(title, `and ${others.length} more`, {
          label: 'See all',
          run: () => navigate(notificationsPath(area)),
        })
    }
  }, [count, isPresent, area, navigate])
  return null
}
