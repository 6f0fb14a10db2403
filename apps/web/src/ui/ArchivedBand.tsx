import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { formatDayWithoutThisYear, localDay } from './dates.ts'
import { Icon } from './Icon.tsx'
import { useLocalDay } from './use-now.ts'
import './ArchivedBand.css'
import './Notice.css'

interface Props {
  archivedAt: string
  /** The consequences for the reader. */
  children: ReactNode
  /** The button that restores it, if the reader may. */
  action?: ReactNode
}

/** The band above an archived thing: since when, the consequences, and how to restore it. */
export function ArchivedBand({ archivedAt, children, action }: Props) {
  const today = useLocalDay()
  const band = useRef<HTMLDivElement>(null)
  // Restoring removes the band with its button. The focus then moves to the heading.
  useLayoutEffect(() => {
    const element = band.current
    return () => {
      if (element?.contains(document.activeElement)) document.querySelector<HTMLElement>('#main h1')?.focus()
    }
  }, [])
  return (
    <div className="notice archived" role="status" ref={band}>
      <Icon name="archive" />
      <div>
        <p>
          Archived on{' '}
          <time dateTime={archivedAt}>{formatDayWithoutThisYear(localDay(archivedAt), today)}</time>.{' '}
          {children}
        </p>
        {action}
      </div>
    </div>
  )
}
