import { Skeleton, SkeletonRows, SkeletonText } from '../../ui/States.tsx'
import { DropInvitation } from '../files/DropInvitation.tsx'
import { FileIcon } from '../files/FileIcon.tsx'
import '../../ui/Drop.css'
import '../../ui/split.css'
import './client-project.css'
import '../projects/Turn.css'

/** As most projects look: not archived, and nobody's or the freelancer's turn. */
export function ClientProjectSkeleton() {
  return (
    <div className="client-project__skeleton">
      <div className="client-project__description">
        <Skeleton />
      </div>
      <div className="client-project__state">
        <Skeleton />
      </div>
      <div className="turn">
        <Skeleton />
        <div>
          <Skeleton tall />
          <Skeleton short />
        </div>
        <div className="turn__acts">
          <span className="skeleton btn btn--sm" />
        </div>
      </div>
      <div className="split client-project__work">
        <section>
          <div className="section__head">
            <h2>Uploaded Files</h2>
          </div>
          <div className="drop">
            <FileIcon name="upload" />
            <p>
              <DropInvitation area="client" />
            </p>
            <div className="drop__actions">
              <span className="skeleton btn drop__camera" />
              <span className="skeleton btn" />
            </div>
          </div>
          <SkeletonRows />
        </section>
        <section>
          <div className="section__head">
            <h2>Leave Feedback</h2>
          </div>
          <span className="skeleton skeleton--part" />
          <SkeletonText />
        </section>
      </div>
    </div>
  )
}
