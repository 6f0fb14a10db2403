import { useDeferredValue, useEffect, useRef } from 'react'
import { Button } from './Button.tsx'

interface PagedQuery {
  data: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** The end of an infinite query's list: fetches the next page when it scrolls into view. */
export function MoreRows({ query }: { query: PagedQuery }) {
  const end = useRef<HTMLDivElement>(null)
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  // Until the rows of the page before are on screen (`useLoadedRows`), the end of the list would stay in view, and load all pages.
  const isRendered = useDeferredValue(data) === data

  useEffect(() => {
    if (!end.current || !hasNextPage || isFetchingNextPage || isFetchNextPageError || !isRendered) return
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) fetchNextPage()
      },
      { rootMargin: '600px' },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, isRendered, fetchNextPage])

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
