import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton, SkeletonRows, SkeletonText } from '../../ui/States.tsx'
import { DropInvitation } from '../files/DropInvitation.tsx'
import { FileIcon } from '../files/FileIcon.tsx'
import '../../ui/Drop.css'
import '../../ui/split.css'
import './client-project.css'

export const back = { to: '/client-dashboard', label: 'My Projects' }

/** A project that is not archived, with the words that are the same for all. */
export function ClientProjectSkeleton() {
  return (
    <Page heading="Project" back={back} actions={<ButtonSkeleton />}>
      <Loading says="Loading project...">
        <div className="client-project__skeleton">
          <div className="client-project__description">
            <Skeleton />
          </div>
          <div className="client-project__state">
            <Skeleton short />
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
                  <ButtonSkeleton />
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
      </Loading>
    </Page>
  )
}

const ButtonSkeleton = () => <span className="skeleton btn" aria-hidden="true" />
