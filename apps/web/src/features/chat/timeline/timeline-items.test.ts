import type { chat } from '@portico/contract'
import { expect, test } from 'vitest'
import { aMessage } from '../../../../test/message.ts'
import { formatDaySeparator, formatLastMessageTime } from './message-dates.ts'
import { emptyThread } from './thread.ts'
import {
  createTimelineItems,
  findNamedSides,
  findReceiptNumbers,
  getItemKey,
  getItemLayout,
} from './timeline-items.ts'

const self = { id: 'c1', type: 'Client' } as const
const ours = { senderId: 'c1', receiverId: 'f1', senderType: 'Client', receiverType: 'Freelancer' } as const
const at = (time: string) => ({ createdAt: `2026-11-${time}:00.000Z` })

test('groups messages of one side until a pause, a message of the other side or another day', () => {
  const stored = [
    aMessage({ number: 1, ...at('20T12:00') }),
    aMessage({ number: 2, ...at('20T12:04') }),
    aMessage({ number: 3, ...at('20T12:10') }),
    aMessage({ number: 4, ...ours, ...at('20T12:11') }),
    aMessage({ number: 5, ...ours, ...at('21T12:00') }),
  ]
  const layouts = stored.map((_, index) => getItemLayout(stored, index, self))
  expect(layouts.map(({ endsGroup }) => endsGroup)).toEqual([false, true, true, true, true])
  expect(layouts.map(({ isNewSender }) => isNewSender)).toEqual([false, false, false, true, false])
  expect(layouts.map(({ day }) => day)).toEqual(['2026-11-20', undefined, undefined, undefined, '2026-11-21'])
  expect(layouts.map(({ isOwnSide }) => isOwnSide)).toEqual([false, false, false, true, true])
})

test('keeps the key of a message when it is stored', () => {
  const own = { clientMessageId: 'x', content: 'Hello', writtenAt: '2026-11-21T09:30:00.000Z' }
  const stored = aMessage({ clientMessageId: 'x', ...ours })
  expect(getItemKey(own, 'c1')).toBe(getItemKey(stored, 'c1'))
  // The other side may have used the same id.
  expect(getItemKey(aMessage({ clientMessageId: 'x' }), 'c1')).not.toBe(getItemKey(stored, 'c1'))
})

test('shows "Sent" on our newest message and "Seen" on our newest message that was read', () => {
  const stored = [
    aMessage({ number: 1, ...ours }),
    aMessage({ number: 2, ...ours }),
    aMessage({ number: 3 }),
    aMessage({ number: 4, ...ours }),
  ]
  const receipts = (peer: number) =>
    findReceiptNumbers({ ...emptyThread, messages: stored, lastRead: { self: 0, peer } }, 'Client')
  expect(receipts(0)).toEqual({ sent: 4, seen: undefined })
  expect(receipts(3)).toEqual({ sent: 4, seen: 2 })
  expect(receipts(4)).toEqual({ sent: 4, seen: 4 })
})

test('begins a run with each sender and day, and groups no messages of two people', () => {
  const colleague = { ...ours, senderId: 'c9' }
  const stored = [
    aMessage({ number: 1, ...ours, ...at('20T12:00') }),
    aMessage({ number: 2, ...colleague, ...at('20T12:01') }),
    aMessage({ number: 3, ...colleague, ...at('20T12:09') }),
    aMessage({ number: 4, ...colleague, ...at('21T12:00') }),
  ]
  const layouts = stored.map((_, index) => getItemLayout(stored, index, self))
  expect(layouts.map(({ beginsRun }) => beginsRun)).toEqual([true, true, false, true])
  expect(layouts.map(({ endsGroup }) => endsGroup)).toEqual([true, true, true, true])
  expect(layouts.map(({ isOwnSide }) => isOwnSide)).toEqual([true, true, true, true])
})

test('names people where more than one of their side wrote', () => {
  const own = { clientMessageId: 'x', content: 'Hello', writtenAt: '' }
  const fromFreelancer = aMessage({ number: 1 })
  const fromColleague = aMessage({ number: 2, ...ours, senderId: 'c9' })
  const sides = (messages: chat.Message[], outgoing: (typeof own)[] = []) => [
    ...findNamedSides({ messages, outgoing }, self),
  ]
  expect(sides([fromFreelancer, aMessage({ number: 2, ...ours })])).toEqual([])
  // Otherwise the messages of a colleague would look like one's own.
  expect(sides([fromFreelancer, fromColleague])).toEqual(['Client'])
  expect(sides([fromFreelancer, fromColleague], [own])).toEqual(['Client'])
  expect(sides([fromFreelancer, aMessage({ number: 2, senderId: 'f2' })])).toEqual(['Freelancer'])
})

test('names a contact to the freelancer, also when nobody else of the client wrote', () => {
  const ada = { type: 'Freelancer', id: 'f1' } as const
  const byContact = aMessage({ number: 1, ...ours, clientId: 'c1', senderId: 'c9' })
  const byClient = aMessage({ number: 1, ...ours, clientId: 'c1', senderId: 'c1' })
  expect([...findNamedSides({ messages: [byContact], outgoing: [] }, ada)]).toEqual(['Client'])
  expect([...findNamedSides({ messages: [byClient], outgoing: [] }, ada)]).toEqual([])
})

test('puts the typing indicator last', () => {
  const own = { clientMessageId: 'x', content: 'Hello', writtenAt: '' }
  expect(createTimelineItems({ messages: [], outgoing: [own] }, true)).toEqual([own, 'typing'])
})

test('formats days for separators, and times for the list of conversations', () => {
  const today = '2026-11-21'
  expect(formatDaySeparator('2026-11-21', today)).toBe('Today')
  expect(formatDaySeparator('2026-11-20', today)).toBe('Yesterday')
  expect(formatDaySeparator('2026-11-16', today)).toBe('Monday')
  expect(formatDaySeparator('2026-11-03', today)).toBe('3 November 2026')
  expect(formatLastMessageTime('2026-11-21T12:05:00.000Z', today)).toMatch(/^\d\d:\d\d$/)
  expect(formatLastMessageTime('2026-11-18T12:00:00.000Z', today)).toBe('Wed')
  expect(formatLastMessageTime('2026-11-03T12:00:00.000Z', today)).toBe('3 Nov')
  expect(formatLastMessageTime('2025-11-03T12:00:00.000Z', today)).toBe('3 Nov 2025')
})
