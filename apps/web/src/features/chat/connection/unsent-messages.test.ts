import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createUnsentMessages, useUnsentMessages } from './unsent-messages.ts'

const own = (content: string, minute: number) => ({
  clientMessageId: content,
  content,
  writtenAt: `2026-11-22T10:0${minute}:00.000Z`,
})

test('what is not sent to somebody is said as long as it is true, and of their own only', () => {
  const toMaya = createUnsentMessages('freelancer', 'ada', 'maya')
  toMaya.put(own('first', 1))
  const { result } = renderHook(() => useUnsentMessages('freelancer', 'ada'))
  const unsent = () => Object.fromEntries(result.current)
  expect(unsent()).toEqual({ maya: 'first' })

  act(() => {
    toMaya.put(own('second', 2))
    createUnsentMessages('freelancer', 'ada', 'tom').put(own('hello', 3))
    createUnsentMessages('freelancer', 'eve', 'maya').put(own('not ours', 4))
  })
  expect(unsent()).toEqual({ maya: 'second', tom: 'hello' })

  act(() => toMaya.drop('second'))
  expect(unsent()).toEqual({ maya: 'first', tom: 'hello' })

  localStorage.clear()
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
  expect(unsent()).toEqual({})
})
