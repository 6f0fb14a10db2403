import type { accounts } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { LoadFailed, Loading } from '../../ui/States.tsx'
import { mySessions } from './accounts.queries.ts'
import { EndOtherSessions } from './EndOtherSessions.tsx'
import { SessionRow, SessionRows, SessionRowsSkeleton } from './SessionRow.tsx'

const INITIAL_ROW_COUNT = 8

export function Sessions() {
  const { data: sessions, error, refetch } = useQuery(mySessions)
  const [showsAll, setShowsAll] = useState(false)

  if (!sessions && error)
    return <LoadFailed title="Failed to load sessions" error={error} onRetry={refetch} />
  if (!sessions) {
    return (
      <Loading says="Loading sessions...">
        <SessionRowsSkeleton />
      </Loading>
    )
  }
  const others = sessions.filter(({ current }) => !current)
  const shown = showsAll ? others : others.slice(0, INITIAL_ROW_COUNT)
  return (
    <>
      <SessionRows>
        {[...sessions.filter(({ current }) => current), ...shown].map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </SessionRows>
      <Foot others={others} hidden={others.length - shown.length} onShowAll={() => setShowsAll(true)} />
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
  if (!others.length) return <p className="hint sessions__none">You are not logged in anywhere else.</p>
  return (
    <div className="sessions__end">
      {hidden > 0 && (
        <Button look="quiet" onClick={onShowAll}>
          Show {hidden} more
        </Button>
      )}
      <EndOtherSessions others={others} />
    </div>
  )
}
