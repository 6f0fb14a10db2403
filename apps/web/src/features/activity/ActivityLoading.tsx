import { Loading, SkeletonRows } from '../../ui/States.tsx'

export function ActivityLoading() {
  return (
    <Loading says="Loading activity...">
      <SkeletonRows />
    </Loading>
  )
}
