import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useDebounced } from './use-debounced.ts'

test('returns the last value when typing pauses', () => {
  vi.useFakeTimers()
  const { result, rerender } = renderHook((text: string) => useDebounced(text, 150), { initialProps: '' })
  for (const text of ['r', 'ry', 'rye']) {
    rerender(text)
    act(() => vi.advanceTimersByTime(149))
    expect(result.current).toBe('')
  }

  act(() => vi.advanceTimersByTime(1))

  expect(result.current).toBe('rye')
})
