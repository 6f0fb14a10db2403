import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ApiError, Page } from './api.ts'

type ListQuery<Row> = UseInfiniteQueryResult<InfiniteData<Page<Row[]>>, ApiError>

/** More rows make the page slow, and nobody looks through so many. */
export const MAX_ROWS_AT_ONCE = 1_000

/**
 * Loads the pages of a list that are left, for what is done with all its rows, up to `MAX_ROWS_AT_ONCE`. Stops when one does not
 * load.
 */
export function useLoadAllRows<Row>(query: ListQuery<Row>, onLoaded: (rows: Row[]) => void) {
  const [isLoading, setLoading] = useState(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  async function loadAll() {
    setLoading(true)
    let list: ListQuery<Row> = query
    while (list.hasNextPage && !isGone.current && countRows(list) < MAX_ROWS_AT_ONCE) {
      // A page that is loading already, because its place is in view, is waited for.
      list = await query.fetchNextPage({ cancelRefetch: false })
      if (list.isError) break
    }
    if (isGone.current) return
    setLoading(false)
    if (!list.isError && list.data)
      onLoaded(list.data.pages.flatMap(({ items }) => items).slice(0, MAX_ROWS_AT_ONCE))
  }

  return { isLoading, loadAll }
}

const countRows = <Row>({ data }: ListQuery<Row>) =>
  data?.pages.reduce((count, { items }) => count + items.length, 0) ?? 0
