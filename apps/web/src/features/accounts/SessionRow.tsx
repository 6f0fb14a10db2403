import type { accounts } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateTime, formatTimeAgo } from '../../ui/dates.ts'
import { Skeleton } from '../../ui/States.tsx'
import { endSession } from './accounts.queries.ts'
import '../../ui/Rows.css'
import './settings.css'

export function SessionRows({ children }: { children: ReactNode }) {
  return (
    <ul className="rows rows--cols session-rows" aria-label="Sessions">
      <li className="rows__labels" aria-hidden="true">
        <span>Device</span>
        <span>Last used</span>
        <span>Logged in</span>
        <span />
      </li>
      {children}
    </ul>
  )
}

/** How a client came in. */
const knownByText: Record<accounts.KnownBy, string> = {
  mailed: 'By a link that was mailed to you',
  handed_out: 'By a link that the person who invited you has too',
  code: 'By a link and a code that was mailed to you',
}

export function SessionRow({ session }: { session: accounts.SessionInfo }) {
  const { id, device, addressRange, createdAt, lastSeenAt, current, knownBy } = session
  const title = useId()
  const end = useMutation(endSession(id))
  const row = useRef<HTMLLIElement>(null)
  // A removed row that has the focus moves it to the heading.
  useLayoutEffect(() => {
    const element = row.current
    return () => {
      if (element?.contains(document.activeElement)) element.closest('section')?.querySelector('h2')?.focus()
    }
  }, [])
  const lastUsed = <Instant instant={lastSeenAt}>{current ? 'now' : formatTimeAgo(lastSeenAt)}</Instant>

  return (
    <li ref={row} className="row">
      <div>
        <div className="session-row__device">
          <span id={title} className="row__title">
            {device ?? 'Unknown device'}
          </span>
          {current && <span className="row__sub">This device</span>}
        </div>
        {addressRange && <div className="row__sub num">From {addressRange}</div>}
        {knownBy && <div className="row__sub">{knownByText[knownBy]}</div>}
        <div className="row__sub only-small">Last used: {lastUsed}</div>
      </div>
      <span className="soft only-big">{lastUsed}</span>
      <span className="soft only-big">
        <Instant instant={createdAt}>{formatDate(createdAt)}</Instant>
      </span>
      <div className="row__acts">
        {!current && (
          <Button
            size="sm"
            look="danger-quiet"
            aria-describedby={title}
            busy={end.isPending}
            onClick={() => end.mutate()}
          >
            End
          </Button>
        )}
      </div>
    </li>
  )
}

function Instant({ instant, children }: { instant: string; children: ReactNode }) {
  return (
    <time dateTime={instant} title={formatDateTime(instant)}>
      {children}
    </time>
  )
}

/** As high as the list that it stands for, so that nothing moves. */
export function SessionRowsSkeleton() {
  return (
    <SessionRows>
      {['this', 'another'].map((row) => (
        <li key={row} className="row session-skeleton">
          <div>
            <div className="session-row__device">
              <Skeleton />
            </div>
            <div className="row__sub only-small" />
          </div>
          <Skeleton />
          <Skeleton />
        </li>
      ))}
    </SessionRows>
  )
}
