import { useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'

interface Props {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  look?: 'secondary' | 'quiet'
}

/** The end of an infinite query's list that is read from its beginning: fetches the next page on a press. */
export function ShowOlder({ query, look = 'secondary' }: Props) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const [isPressed, setPressed] = useState(false)
  const end = useRef<HTMLParagraphElement>(null)
  const isAtEnd = isPressed && !hasNextPage
  // The button that had the focus is gone.
  useEffect(() => {
    if (isAtEnd) end.current?.focus()
  }, [isAtEnd])

  if (isAtEnd) {
    return (
      <p ref={end} tabIndex={-1} className="small muted">
        That is everything.
      </p>
    )
  }
  if (!hasNextPage) return null
  return (
    <>
      <Button
        look={look}
        size={look === 'quiet' ? 'sm' : undefined}
        busy={isFetchingNextPage}
        busyLabel="Loading..."
        onClick={() => {
          setPressed(true)
          fetchNextPage()
        }}
      >
        {isFetchNextPageError ? 'Retry' : 'Show older'}
      </Button>
      {isFetchNextPageError && (
        <p className="small muted" role="alert">
          We could not reach the server.
        </p>
      )}
    </>
  )
}
