import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSkeleton } from './use-skeleton.ts'

test('shows the skeleton until loading has ended, and leaves the page to a second render', () => {
  const results: boolean[] = []
  const { rerender } = renderHook(
    ({ isLoading }) => {
      results.push(useSkeleton(isLoading))
    },
    { initialProps: { isLoading: true } },
  )

  rerender({ isLoading: false })

  expect(results).toEqual([true, true, false])
})

test('shows no skeleton where nothing has to load', () => {
  const { result } = renderHook(() => useSkeleton(false))

  expect(result.current).toBe(false)
})
