import { useRef } from 'react'
import { Skeleton } from '../../ui/States.tsx'
import { useHeadingFocus } from '../../ui/use-heading-focus.ts'
import './viewer.css'
import './stage.css'

/** The heading exists from the start, so that it can get the focus and pass it on. */
export function ViewerSkeleton() {
  const h1 = useRef<HTMLHeadingElement>(null)
  useHeadingFocus(h1)
  return (
    <div className="viewer">
      <header className="viewer__bar">
        <h1 ref={h1} tabIndex={-1}>
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
