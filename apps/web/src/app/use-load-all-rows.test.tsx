import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MAX_ROWS_AT_ONCE, useLoadAllRows } from './use-load-all-rows.ts'

test('no more rows are loaded than can be selected at once, and those that are over are left out', async () => {
  const pages = [aPage(0)]
  const query = () => ({ data: { pages: [...pages] }, hasNextPage: true, isError: false, fetchNextPage })
  const fetchNextPage = vi.fn(async () => {
    pages.push(aPage(pages.length))
    return query()
  })
  const onLoaded = vi.fn()
  const { result } = renderHook(() => useLoadAllRows<number>(query() as never, onLoaded))

  await result.current.loadAll()

  await waitFor(() => expect(result.current.isLoading).toBe(false))
  expect(fetchNextPage).toHaveBeenCalledTimes(3)
  expect(onLoaded.mock.calls).toEqual([[Array.from({ length: MAX_ROWS_AT_ONCE }, (_, n) => n)]])
})

const aPage = (page: number) => ({
  items: Array.from({ length: 300 }, (_, n) => page * 300 + n),
  next: undefined,
})
