import { expect, test } from 'vitest'
import { aMessage } from '../../../../test/message.ts'
import { formatDaySeparator, formatLastMessageTime } from './message-dates.ts'
import { emptyThread } from './thread.ts'
import { createTimelineItems, findReceiptNumbers, getItemKey, getItemLayout } from './timeline-items.ts'

const ours = { senderType: 'Client', receiverType: 'Freelancer' } as const
const at = (time: string) => ({ createdAt: `2026-11-${time}:00.000Z` })

test('messages of one side stand together until a pause, a turn or another day', () => {
  const stored = [
    aMessage({ number: 1, ...at('20T12:00') }),
    aMessage({ number: 2, ...at('20T12:04') }),
    aMessage({ number: 3, ...at('20T12:10') }),
    aMessage({ number: 4, ...ours, ...at('20T12:11') }),
    aMessage({ number: 5, ...ours, ...at('21T12:00') }),
  ]
  const places = stored.map((_, index) => getItemLayout(stored, index, 'Client'))
  expect(places.map(({ endsRun }) => endsRun)).toEqual([false, true, true, true, true])
  expect(places.map(({ beginsTurn }) => beginsTurn)).toEqual([false, false, false, true, false])
  expect(places.map(({ day }) => day)).toEqual(['2026-11-20', undefined, undefined, undefined, '2026-11-21'])
  expect(places.map(({ isOwn }) => isOwn)).toEqual([false, false, false, true, true])
})

test('a message is the same line before and after it is stored', () => {
  const own = { clientMessageId: 'x', content: 'Hello', writtenAt: '2026-11-21T09:30:00.000Z' }
  const stored = aMessage({ clientMessageId: 'x', ...ours })
  expect(getItemKey(own, 'Client')).toBe(getItemKey(stored, 'Client'))
  // The other one may have chosen the same name for theirs.
  expect(getItemKey(aMessage({ clientMessageId: 'x' }), 'Client')).not.toBe(getItemKey(stored, 'Client'))
})

test('of ours the newest says that it is sent, and the newest that was read that it is seen', () => {
  const stored = [
    aMessage({ number: 1, ...ours }),
    aMessage({ number: 2, ...ours }),
    aMessage({ number: 3 }),
    aMessage({ number: 4, ...ours }),
  ]
  const marks = (theirs: number) =>
    findReceiptNumbers({ ...emptyThread, messages: stored, lastRead: { mine: 0, theirs } }, 'Client')
  expect(marks(0)).toEqual({ sent: 4, seen: undefined })
  expect(marks(3)).toEqual({ sent: 4, seen: 2 })
  expect(marks(4)).toEqual({ sent: 4, seen: 4 })
})

test('who is typing stands last', () => {
  const own = { clientMessageId: 'x', content: 'Hello', writtenAt: '' }
  expect(createTimelineItems({ messages: [], outgoing: [own] }, true)).toEqual([own, 'typing'])
})

test('days in the words of a conversation and of a list', () => {
  const now = '2026-11-21'
  expect(formatDaySeparator('2026-11-21', now)).toBe('Today')
  expect(formatDaySeparator('2026-11-20', now)).toBe('Yesterday')
  expect(formatDaySeparator('2026-11-16', now)).toBe('Monday')
  expect(formatDaySeparator('2026-11-03', now)).toBe('3 November 2026')
  expect(formatLastMessageTime('2026-11-21T12:05:00.000Z', now)).toMatch(/^\d\d:\d\d$/)
  expect(formatLastMessageTime('2026-11-18T12:00:00.000Z', now)).toBe('Wed')
  expect(formatLastMessageTime('2026-11-03T12:00:00.000Z', now)).toBe('3 Nov')
  expect(formatLastMessageTime('2025-11-03T12:00:00.000Z', now)).toBe('3 Nov 2025')
})
