import type { activity } from '@portico/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { OnScreen } from '../../app/on-screen.ts'
import { ShowOlder } from '../../ui/ShowOlder.tsx'
import { LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { activityOf } from './activity.queries.ts'
import { Timeline } from './Timeline.tsx'

interface Props {
  projectId: string
  dayHeading?: 'h2' | 'h3'
}

export function ActivityList({ projectId, dayHeading }: Props) {
  const query = useInfiniteQuery(activityOf(projectId))
  const { data, error, isSuccess, refetch } = query
  if (!data && error) return <LoadFailed title="The activity did not load" error={error} onRetry={refetch} />
  if (!data) {
    return (
      <Loading says="Loading activity...">
        <SkeletonRows count={5} />
      </Loading>
    )
  }
  const events = data.pages.flatMap(({ items }) => items)
  if (events.length === 0) return <NoActivity />
  return (
    <>
      {isSuccess && PLACES.map((place) => <OnScreen key={place} thing={{ projectId, place }} />)}
      <Timeline events={events} dayHeading={dayHeading} />
      <div className="timeline__foot">
        <ShowOlder query={query} />
      </div>
    </>
  )
}

/** The list says all that they show. */
const PLACES: activity.PlaceInProject[] = ['project', 'files', 'feedback', 'requests']

/** Shown for projects from before events were recorded. */
export function NoActivity() {
  return <p className="timeline__none">What happens from now on shows here.</p>
}
