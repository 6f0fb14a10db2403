import { paths } from '@portico/contract'
import { useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { areaOnScreen } from '../../app/session.ts'
import { CoreIcon } from '../../ui/CoreIcon.tsx'
import '../../ui/Page.css'
import { MarkAllAsRead } from './MarkAllAsRead.tsx'
import NotificationList from './NotificationList.tsx'

export const meta = privatePageMeta('Notifications')

/** The list of the bell as a page, which takes the whole screen of a phone. */
export default function NotificationsPage() {
  const area = areaOnScreen()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className="wrap notifications">
      <div className="head">
        <CloseLink home={paths[area].home} />
        <div className="head__text">
          <h1 ref={heading} tabIndex={-1}>
            Notifications
          </h1>
        </div>
        <div className="head__actions">
          <MarkAllAsRead returnFocusTo={heading} />
        </div>
      </div>
      <NotificationList area={area} onClose={() => {}} />
    </div>
  )
}

/** Goes back to the previous page, or home if there is none. */
function CloseLink({ home }: { home: string }) {
  const navigate = useNavigate()
  const isFirst = useLocation().key === 'default'
  return (
    <Link
      className="btn btn--quiet btn--icon phone-only notifications__close"
      to={home}
      aria-label="Close"
      onClick={(event) => {
        if (isFirst) return
        event.preventDefault()
        navigate(-1)
      }}
    >
      <CoreIcon name="close" />
    </Link>
  )
}
