import { Skeleton, SkeletonText } from '../../ui/States.tsx'
import '../projects/StatusAndDueDateForms.css'
import './ProjectSkeleton.css'

export function ProjectSkeleton() {
  return (
    <div className="split split--rail project-skeleton">
      <div className="set">
        <div className="set__line">
          <Skeleton />
        </div>
        <div className="form set__forms">
          <FormSkeleton />
          <FormSkeleton />
        </div>
      </div>
      <div className="body">
        <Skeleton tall />
        <span className="skeleton skeleton--part" />
        <SkeletonText />
        <Skeleton tall />
        <SkeletonText />
      </div>
      <div className="rest">
        <Skeleton short />
        <Skeleton />
        <Skeleton short />
      </div>
    </div>
  )
}

function FormSkeleton() {
  return (
    <div className="setter field">
      <Skeleton short />
      <Skeleton tall />
      <Skeleton tall />
    </div>
  )
}

export function ProjectRowSkeletons() {
  return ['a', 'b', 'c', 'd', 'e'].map((key) => (
    <li key={key} className="row row-skeleton">
      <div className="span">
        <Skeleton />
        <Skeleton short />
      </div>
      <Skeleton />
      <Skeleton />
      <Skeleton />
      <div className="row__acts">
        <Skeleton />
      </div>
    </li>
  ))
}
