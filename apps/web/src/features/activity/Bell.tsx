import { activity } from '@portico/contract'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Area } from '../../app/session.ts'
import { Svg } from '../../ui/CoreIcon.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import '../../ui/Unread.css'
import { useCloseOnBack } from '../../ui/use-close-on-back.ts'
import { MarkAllAsRead } from './MarkAllAsRead.tsx'
import { notificationsPath } from './notifications-path.ts'
import { useLoadUnreadCount } from './use-unread-count.ts'
import './bell.css'

const NotificationList = lazyDialog(() => import('./NotificationList.tsx'))

/**
 * The number of unread notifications and their list, in a popover of the browser, which Escape, a click beside it and
 * Back close. On a phone the list is a page of its own.
 */
export function Bell({ area, isSignedIn }: { area: Area; isSignedIn: boolean }) {
  const id = useId()
  const count = useLoadUnreadCount(isSignedIn)
  const popover = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => popover.current?.hidePopover()
  useCloseOnBack(close, isOpen)
  const countText = count >= activity.MAX_UNREAD ? `${activity.MAX_UNREAD}+` : String(count)
  const label = count > 0 ? `Notifications, ${countText} unread` : 'Notifications'
  const face = (
    <>
      <Svg>
        <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.8 2H4.2zM10 21.5h4" />
      </Svg>
      {count > 0 && (
        <b className="count" aria-hidden="true">
          {countText}
        </b>
      )}
    </>
  )
  return (
    <>
      <Link
        className="btn btn--quiet btn--icon bell phone-only"
        to={notificationsPath(area)}
        aria-label={label}
      >
        {face}
      </Link>
      <button
        type="button"
        className="btn btn--quiet btn--icon bell bell--wide"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={label}
      >
        {face}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-heading`}
        className="bell-list"
        onToggle={({ newState }) => {
          setOpen(newState === 'open')
          if (newState === 'open') heading.current?.focus()
        }}
      >
        <div className="bell-list__head">
          <h2 ref={heading} id={`${id}-heading`} tabIndex={-1}>
            Notifications
          </h2>
          {isOpen && <MarkAllAsRead returnFocusTo={heading} />}
        </div>
        {isOpen && <NotificationList area={area} isInPopover onClose={close} />}
      </div>
    </>
  )
}
