import { useInfiniteQuery } from '@tanstack/react-query'
import { LoadFailed } from '../../ui/States.tsx'
import { NoActivity } from './ActivityList.tsx'
import { ActivityLoading } from './ActivityLoading.tsx'
import { activityOf } from './activity.queries.ts'
import { Timeline } from './Timeline.tsx'

const MAX_LINES = 5

export function NewestActivity({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useInfiniteQuery(activityOf(projectId))
  if (!data && error) return <LoadFailed title="The activity did not load" error={error} onRetry={refetch} />
  if (!data) return <ActivityLoading />
  const events = data.pages.flatMap(({ items }) => items)
  return events.length === 0 ? <NoActivity /> : <Timeline events={events} maxLines={MAX_LINES} />
}
