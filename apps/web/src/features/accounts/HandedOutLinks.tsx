import { type clients, paths, pluralForm } from '@portico/contract'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { formatCounts } from '../../ui/count-text.ts'
import { formatDate, formatDay } from '../../ui/dates.ts'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { LoadFailed, Loading } from '../../ui/States.tsx'
import { endHandedOut, handedOutCounts, handedOutLinks } from './accounts.queries.ts'
import { SessionRowsSkeleton } from './SessionRow.tsx'
import '../../ui/Rows.css'
import './settings.css'

/** What somebody who was in this account may have copied. */
export function HandedOutLinks() {
  const query = useInfiniteQuery(handedOutLinks)
  const counts = useQuery(handedOutCounts)
  const links = query.data?.pages.flatMap(({ items }) => items)
  const error = query.error ?? counts.error
  if (error && !(links && counts.data)) {
    const refetch = () => Promise.all([query.refetch(), counts.refetch()])
    return <LoadFailed title="Failed to load links" error={error} onRetry={refetch} />
  }
  if (!links || !counts.data) {
    return (
      <Loading says="Loading links...">
        <SessionRowsSkeleton />
      </Loading>
    )
  }
  const isEmpty = Object.values(counts.data).every((count) => count === 0)
  if (isEmpty) return <p className="hint sessions__none">No link that was handed out works at the moment.</p>
  return (
    <>
      {links.length > 0 && (
        <ul className="rows rows--cols session-rows handed-out-rows" aria-label="Links that were handed out">
          <li className="rows__labels" aria-hidden="true">
            <span>Link</span>
            <span>Made</span>
            <span>Last used</span>
            <span>Works until</span>
          </li>
          {links.map((link) => (
            <HandedOutRow key={link.id} link={link} />
          ))}
        </ul>
      )}
      <MoreRows query={query} />
      <EndAll counts={counts.data} />
    </>
  )
}

function HandedOutRow({ link }: { link: clients.HandedOutLink }) {
  const { client, request, createdAt, worksUntil, lastUsedAt } = link
  const used = lastUsedAt ? <RelativeTime instant={lastUsedAt} /> : 'Not yet'
  return (
    <li className="row">
      <div>
        <div className="row__title" dir="auto">
          <Link
            to={
              request
                ? paths.freelancer.projectRequests(request.projectId)
                : paths.freelancer.client(client.id)
            }
          >
            {client.firstName} {client.lastName}
          </Link>
        </div>
        <div className="row__sub">
          {request ? (
            <>
              A guest’s link for <bdi>{request.title}</bdi>
            </>
          ) : (
            'Login link'
          )}
        </div>
        <div className="row__sub only-small">
          Made {formatDate(createdAt)}. Last used: {used}. Works until {formatDay(worksUntil)}.
        </div>
      </div>
      <span className="soft only-big">{formatDate(createdAt)}</span>
      <span className="soft only-big">{used}</span>
      <span className="soft only-big">{formatDay(worksUntil)}</span>
    </li>
  )
}

function EndAll({ counts }: { counts: clients.HandedOutCounts }) {
  const [isOpen, setOpen] = useState(false)
  const end = useMutation(endHandedOut)
  const close = () => setOpen(false)
  return (
    <div className="sessions__end">
      <Button look="danger-quiet" onClick={() => setOpen(true)}>
        End All
      </Button>
      {isOpen && (
        <ConfirmDialog
          heading="End all links that were handed out"
          question="They stop working at once, also those of guests and of what is archived. Clients who came in by such a link are logged out, unless they gave a mailed code, and the addresses of their calendars end. Links that were mailed keep working."
          loss={`${endingText(counts)}.`}
          keep="Keep links"
          confirm="End All"
          busy={end.isPending}
          busyLabel="Ending..."
          onConfirm={() => end.mutate(undefined, { onSettled: close })}
          onClose={close}
        />
      )}
    </div>
  )
}

function endingText({ loginLinks, guestLinks, sessions }: clients.HandedOutCounts) {
  const counts = formatCounts([
    [loginLinks, 'login link', 'login links'],
    [guestLinks, 'link of a guest', 'links of guests'],
    [sessions, 'session', 'sessions'],
  ])
  return `${counts} ${pluralForm(loginLinks + guestLinks + sessions, 'ends', 'end')}`
}
