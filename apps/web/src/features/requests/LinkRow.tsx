import { type guestLinks, pluralForm } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { areaOnScreen, isSignedIn } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDayWithoutThisYear } from '../../ui/dates.ts'
import { useMoveFocusOnUnmount } from '../../ui/use-move-focus-on-unmount.ts'
import { useLocalDay, useNow } from '../../ui/use-now.ts'
import { revokeLink } from './links.queries.ts'
import { dayText } from './request-text.ts'
import '../../ui/Rows.css'
import './requests.css'

interface Props {
  requestId: string
  link: guestLinks.GuestLink
  title: string
  /** Shown if the title is not the link's note. */
  note?: string | null
}

/** A link for a guest, with how often it was used. */
export function LinkRow({ requestId, link, title, note }: Props) {
  const { id, maker, makerId, mailedTo, createdAt, expiresAt, worksUntil, uses, lastUsedAt } = link
  const { mutate, isPending } = useMutation(revokeLink(requestId))
  const today = useLocalDay()
  const isExpired = Date.parse(expiresAt) <= useNow()
  const ref = useMoveFocusOnUnmount<HTMLLIElement>(findNextFocus)
  return (
    <li ref={ref} className="request-link">
      <div>
        <p className="label-weight" dir="auto">
          {title}
        </p>
        {note && (
          <p className="small soft" dir="auto">
            {note}
          </p>
        )}
        <p className="small soft">
          Made by {isSignedIn(areaOnScreen(), makerId) ? 'you' : <bdi>{maker}</bdi>} on{' '}
          {dayText(createdAt, today)}
          {mailedTo && (
            <>
              {' '}
              and mailed to <bdi>{mailedTo}</bdi>
            </>
          )}
          , {isExpired ? 'ran out on' : 'works until'} {formatDayWithoutThisYear(worksUntil, today)}.{' '}
          {lastUsedAt
            ? `Used ${pluralForm(uses, 'once', `${uses} times, last`)} on ${dayText(lastUsedAt, today)}.`
            : 'Not used yet.'}
        </p>
      </div>
      <Button
        look="quiet"
        size="sm"
        aria-label={`Revoke ${note ? `${title}, ${note}` : title}`}
        busy={isPending}
        busyLabel="Revoking..."
        onClick={() => mutate(id)}
      >
        Revoke
      </Button>
    </li>
  )
}

/** Focuses another link, else the first field of the dialog or the heading above the list. */
function findNextFocus(row: HTMLElement) {
  const next = row.nextElementSibling ?? row.previousElementSibling
  return (
    next?.querySelector('button') ??
    row.closest('[role="dialog"]')?.querySelector<HTMLElement>('input, button') ??
    row.closest('section')?.querySelector('h2')
  )
}
