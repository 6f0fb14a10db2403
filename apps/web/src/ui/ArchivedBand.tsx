import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { formatDayWithoutThisYear, localDay } from './dates.ts'
import { Icon } from './Icon.tsx'
import { useLocalDay } from './use-now.ts'
import './ArchivedBand.css'
import './Note.css'

interface Props {
  archivedAt: string
  /** What it means for the reader. */
  children: ReactNode
  /** The way out of the archive, if the reader has one. */
  action?: ReactNode
}

/** Above what is archived: since when, what that means, and how it comes back. */
export function ArchivedBand({ archivedAt, children, action }: Props) {
  const today = useLocalDay()
  const band = useRef<HTMLDivElement>(null)
  // Bringing back removes the band with its button. The focus then moves to the heading.
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
