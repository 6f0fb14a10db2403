import { paths } from '@portico/contract'
import { type ComponentType, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useFirstReadsDone } from '../../app/use-first-reads-done.ts'
import { LoadFailed } from '../../ui/States.tsx'
import { ActivityLoading } from './ActivityLoading.tsx'

/** The newest events of a project, for its client. Loaded after the rest of the page. */
export function ClientActivity({ projectId }: { projectId: string }) {
  const isFirstReadsDone = useFirstReadsDone()
  return (
    <section>
      <div className="section__head">
        <h2>Activity</h2>
        <Link className="go small" to={paths.client.projectActivity(projectId)}>
          Show all
        </Link>
      </div>
      {isFirstReadsDone ? <LazyNewestActivity projectId={projectId} /> : <ActivityLoading />}
    </section>
  )
}

function LazyNewestActivity({ projectId }: { projectId: string }) {
  const [NewestActivity, setNewestActivity] = useState<ComponentType<{ projectId: string }>>()
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    if (isFailed) return
    import('./NewestActivity.tsx').then(
      (module) => setNewestActivity(() => module.NewestActivity),
      () => setFailed(true),
    )
  }, [isFailed])
  if (NewestActivity) return <NewestActivity projectId={projectId} />
  if (isFailed) return <LoadFailed title="The activity did not load" onRetry={() => setFailed(false)} />
  return <ActivityLoading />
}
