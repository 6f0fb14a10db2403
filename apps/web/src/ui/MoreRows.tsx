import { useEffect, useRef } from 'react'
import { Button } from './Button.tsx'

interface PagedQuery {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** The end of an infinite query's list: fetches the next page when it scrolls into view. */
export function MoreRows({ query }: { query: PagedQuery }) {
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query

  useEffect(() => {
    if (!end.current || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) fetchNextPage()
      },
      { rootMargin: '600px' },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  if (!hasNextPage) return null
  return (
    <div ref={end} className="more-rows">
      {isFetchNextPageError ? (
        <Button onClick={() => fetchNextPage()}>Retry loading more</Button>
      ) : (
        <p role="status">
          <span className="spin" />
          Loading more
        </p>
      )}
    </div>
  )
}
