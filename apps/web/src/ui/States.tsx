import type { ReactNode } from 'react'
import type { ApiError } from '../app/api.ts'
import { Button } from './Button.tsx'
import { Drawing, type DrawingName } from './Drawing.tsx'
import { FailureDrawing } from './FailureDrawing.tsx'
import { Icon } from './Icon.tsx'
import './States.css'

export { Notice } from './Notice.tsx'

/** A skeleton on screen, and a text for screen readers. */
export function Loading({ says, children }: { says: string; children?: ReactNode }) {
  return (
    <>
      <p className="vh" role="status">
        {says}
      </p>
      <div aria-hidden="true">{children ?? <SkeletonRows />}</div>
    </>
  )
}

/** Three rows, as high as those of a list. */
export function SkeletonRows({ count = 3 }: { count?: number }) {
  return (
    <ul className="rows">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other key, and never move
        <li key={index} className="skeleton-row">
          <Skeleton />
          <Skeleton short />
        </li>
      ))}
    </ul>
  )
}

export function SkeletonText() {
  return (
    <div className="skeleton-text">
      <Skeleton />
      <Skeleton />
      <Skeleton short />
    </div>
  )
}

export function Skeleton({ short = false, tall = false }: { short?: boolean; tall?: boolean }) {
  return <span className={`skeleton${short ? ' skeleton--short' : ''}${tall ? ' skeleton--tall' : ''}`} />
}

export function EmptyState({
  title,
  drawing = 'door',
  children,
  action,
}: {
  title: string
  drawing?: DrawingName
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="blank">
      <Drawing name={drawing} />
      <p className="blank__title">{title}</p>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

export function LoadFailed({
  title,
  error,
  onRetry,
}: {
  title: string
  error?: ApiError | null
  onRetry: () => void
}) {
  return (
    <div className="blank" role="alert">
      <FailureDrawing />
      <p className="blank__title">{title}</p>
      <p>{error?.message || 'We could not reach the server.'} Nothing was lost.</p>
      <Button onClick={onRetry}>
        <Icon name="retry" small />
        Retry
      </Button>
    </div>
  )
}
