import type { accounts, clients } from '@portico/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { formatDate } from '../../ui/dates.ts'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { LoadFailed, Loading } from '../../ui/States.tsx'
import { endAllLoginLinks, endLoginLink, myLoginLinks } from './accounts.queries.ts'
import { SessionRowsSkeleton } from './SessionRow.tsx'
import '../../ui/Rows.css'
import './settings.css'

/** The login links of a client that work. */
export function LoginLinks() {
  const query = useInfiniteQuery(myLoginLinks)
  const { data, error, refetch } = query
  if (!data && error) return <LoadFailed title="Failed to load login links" error={error} onRetry={refetch} />
  if (!data) {
    return (
      <Loading says="Loading login links...">
        <SessionRowsSkeleton />
      </Loading>
    )
  }
  const links = data.pages.flatMap(({ items }) => items)
  if (links.length === 0) return <p className="hint sessions__none">No login link works at the moment.</p>
  return (
    <>
      <ul className="rows rows--cols session-rows" aria-label="Login links">
        <li className="rows__labels" aria-hidden="true">
          <span>Link</span>
          <span>Last opened</span>
          <span>Works until</span>
          <span />
        </li>
        {links.map((link) => (
          <LoginLinkRow key={link.id} link={link} />
        ))}
      </ul>
      <MoreRows query={query} />
      <EndAll />
    </>
  )
}

const originText: Record<accounts.LinkOrigin, string> = {
  mailed: 'Mailed to you',
  handed_out: 'Whoever invited you has it too',
}

function LoginLinkRow({ link }: { link: clients.LoginLink }) {
  const { id, origin, createdAt, expiresAt, lastOpenedAt } = link
  const title = useId()
  const end = useMutation(endLoginLink(id))
  const row = useRef<HTMLLIElement>(null)
  // A removed row that has the focus moves it to the heading.
  useLayoutEffect(() => {
    const element = row.current
    return () => {
      if (element?.contains(document.activeElement)) element.closest('section')?.querySelector('h2')?.focus()
    }
  }, [])
  const opened = lastOpenedAt ? <RelativeTime instant={lastOpenedAt} /> : 'Not yet'
  return (
    <li ref={row} className="row">
      <div>
        <div className="session-row__device">
          <span id={title} className="row__title">
            {originText[origin]}
          </span>
          <span className="row__sub">{formatDate(createdAt)}</span>
        </div>
        <div className="row__sub only-small">
          Last opened: {opened}. Works until {formatDate(expiresAt)}.
        </div>
      </div>
      <span className="soft only-big">{opened}</span>
      <span className="soft only-big">{formatDate(expiresAt)}</span>
      <div className="row__acts">
        <Button
          size="sm"
          look="danger-quiet"
          aria-describedby={title}
          busy={end.isPending}
          onClick={() => end.mutate()}
        >
          End
        </Button>
      </div>
    </li>
  )
}

function EndAll() {
  const [isOpen, setOpen] = useState(false)
  const end = useMutation(endAllLoginLinks)
  const close = () => setOpen(false)
  return (
    <div className="sessions__end">
      <Button look="danger-quiet" onClick={() => setOpen(true)}>
        End All Links
      </Button>
      {isOpen && (
        <ConfirmDialog
          heading="End all login links"
          question="No link that you or anybody else has opens your portal any more. Here you stay logged in."
          loss="To log in elsewhere, have a fresh link mailed to you at the login page."
          keep="Keep links"
          confirm="End All Links"
          busy={end.isPending}
          busyLabel="Ending..."
          onConfirm={() => end.mutate(undefined, { onSettled: close })}
          onClose={close}
        />
      )}
    </div>
  )
}
