import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { clearRestriction } from '../../app/restriction.ts'
import { Button } from '../../ui/Button.tsx'
import { RestrictedPage } from './RestrictedPage.tsx'
import { restrictedWorkspace } from './restriction.queries.ts'

/** For a member beyond what the plan of the workspace has room for. */
export default function PausedPage({ onLogout }: { onLogout: () => void }) {
  const { data: workspace, isFetching, refetch } = useQuery(restrictedWorkspace)
  const isOver = workspace?.pausedAt === null
  useEffect(() => {
    if (isOver) clearRestriction()
  }, [isOver])
  return (
    <RestrictedPage heading="You are paused here" onLogout={onLogout}>
      <p>
        More people work in {workspace?.name ?? 'this workspace'} than it has room for now. What you wrote and
        the clients you work with are still there. The owner decides who works on: ask them, and this page
        goes on by itself.
      </p>
      <div className="actions">
        <Button busy={isFetching} busyLabel="Checking..." onClick={() => refetch()}>
          Check again
        </Button>
      </div>
    </RestrictedPage>
  )
}
