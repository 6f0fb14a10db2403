import type { InfiniteData } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { Page } from './api.ts'

/** The rows of a list that loads while one scrolls; undefined before the first ones. Rendering further ones does not block scrolling. */
export function useLoadedRows<Row>(data: InfiniteData<Page<Row[]>> | undefined) {
  const rows = useMemo(() => data?.pages.flatMap(({ items }) => items), [data])
  return useDeferredValue(rows) ?? rows
}
