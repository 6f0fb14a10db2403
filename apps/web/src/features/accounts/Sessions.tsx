import type { accounts } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { BoneRows, Failed, Loading } from '../../ui/States.tsx'
import { mySessions } from './accounts.queries.ts'
import { EndOthers } from './EndOthers.tsx'
import { SessionRow } from './SessionRow.tsx'
import '../../ui/Rows.css'

const few = 8

export function Sessions() {
  const { data: sessions, error, refetch } = useQuery(mySessions)
  const [all, setAll] = useState(false)

  if (!sessions && error) return <Failed title="Failed to load sessions" error={error} onRetry={refetch} />
  if (!sessions) {
    return (
      <Loading says="Loading sessions...">
        <BoneRows count={2} />
      </Loading>
    )
  }
  const others = sessions.filter(({ current }) => !current)
  const shown = all ? others : others.slice(0, few)
  return (
    <>
      <ul className="rows rows--cols session-rows" aria-label="Sessions">
        <li className="rows__labels" aria-hidden="true">
          <span>Device</span>
          <span>Last used</span>
          <span>Logged in</span>
          <span />
        </li>
        {[...sessions.filter(({ current }) => current), ...shown].map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <Foot others={others} hidden={others.length - shown.length} onShowAll={() => setAll(true)} />
    </>
  )
}

function Foot({
  others,
  hidden,
  onShowAll,
}: {
  others: accounts.SessionInfo[]
  hidden: number
  onShowAll: () => void
}) {
  if (!others.length) return <p className="hint sessions__none">You are logged in nowhere else.</p>
  return (
    <div className="sessions__end">
      {hidden > 0 && (
        <Button look="quiet" onClick={onShowAll}>
          Show {hidden} more
        </Button>
      )}
      <EndOthers others={others} />
    </div>
  )
}
