import { Skeleton } from '../../../ui/States.tsx'
import './viewer.css'
import './stage.css'

/** The heading exists from the start, so that it keeps the focus. */
export function ViewerSkeleton() {
  return (
    <div className="viewer">
      <header className="viewer__bar">
        <h1 tabIndex={-1}>
          <span className="vh">File</span>
          <Skeleton tall />
        </h1>
      </header>
      <section className="stage" aria-busy="true">
        <p className="vh" role="status">
          Loading file...
        </p>
      </section>
    </div>
  )
}
