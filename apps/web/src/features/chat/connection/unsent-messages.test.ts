import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createUnsentMessages, useUnsentMessages } from './unsent-messages.ts'

const createMessage = (content: string, minute: number) => ({
  clientMessageId: content,
  content,
  writtenAt: `2026-11-22T10:0${minute}:00.000Z`,
})

test('lists the last unsent message to each person, of this sender alone, and follows every change', () => {
  const toMaya = createUnsentMessages('freelancer', 'ada', 'maya')
  toMaya.save(createMessage('first', 1))
  const { result } = renderHook(() => useUnsentMessages('freelancer', 'ada'))
  const unsent = () => Object.fromEntries(result.current)
  expect(unsent()).toEqual({ maya: 'first' })

  act(() => {
    toMaya.save(createMessage('second', 2))
    createUnsentMessages('freelancer', 'ada', 'tom').save(createMessage('hello', 3))
    createUnsentMessages('freelancer', 'eve', 'maya').save(createMessage('not ours', 4))
  })
  expect(unsent()).toEqual({ maya: 'second', tom: 'hello' })

  act(() => toMaya.remove('second'))
  expect(unsent()).toEqual({ maya: 'first', tom: 'hello' })

  localStorage.clear()
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
  expect(unsent()).toEqual({})
})
