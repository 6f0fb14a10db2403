import { Skeleton, SkeletonText } from '../../ui/States.tsx'
import '../../ui/split.css'
import './client-project.css'

export function ClientProjectSkeleton() {
  return (
    <div className="client-project__skeleton">
      <SkeletonText />
      <div className="split client-project__work">
        <PartSkeleton />
        <PartSkeleton />
      </div>
    </div>
  )
}

function PartSkeleton() {
  return (
    <div>
      <Skeleton tall />
      <span className="skeleton skeleton--part" />
      <SkeletonText />
    </div>
  )
}
