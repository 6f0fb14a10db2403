import type { chat } from '@portico/contract'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { open } from '../../../../test/fixtures.tsx'
import { ConversationRow } from './ConversationRow.tsx'
import type { Typists } from './use-chat-events.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 23, 50) })
})

const row: chat.Conversation = {
  client: { id: 'c1', firstName: 'Maya', lastName: 'Whitcombe', company: null },
  lastMessage: {
    id: 'm1',
    preview: 'Good night',
    senderId: 'c1',
    senderName: 'Maya Whitcombe',
    senderType: 'Client',
    createdAt: new Date(2026, 10, 20, 22, 15).toISOString(),
  },
  awaitsAnswer: true,
  lastNumber: 1,
  unread: 0,
  seen: 1,
  peerSeen: 1,
  peerHere: false,
  peerLastSeenAt: null,
  silence: null,
  peerSilence: null,
  clientMayWriteUntil: null,
}

function show(part: Partial<chat.Conversation> = {}, typing?: Typists) {
  open('/', {
    '/': <ConversationRow row={{ ...row, ...part }} isSelected={false} selfId="f1" typing={typing} />,
  })
}

test('shows the weekday in place of the time after midnight, without a reload', () => {
  show()
  expect(screen.getByText('22:15')).toBeDefined()

  act(() => vi.advanceTimersByTime(11 * 60_000))
  expect(screen.getByText('Fri')).toBeDefined()
})

test.for([
  ['a colleague', 'f2', 'Sam: Good night', true],
  ['oneself', 'f1', 'You: Good night', false],
  ['the client', 'c1', 'Good night', false],
] as const)('marks quietly what %s wrote unseen', ([, senderId, text, isMarked]) => {
  const lastMessage = row.lastMessage && {
    ...row.lastMessage,
    ...{ senderId, senderName: 'Sam Reed', senderType: senderId === 'c1' ? 'Client' : 'Freelancer' },
  }
  show({ lastMessage: lastMessage as chat.LastMessage, lastNumber: 2, unread: senderId === 'c1' ? 1 : 0 })

  expect(screen.getByText(text)).toBeDefined()
  expect(screen.queryByLabelText('New from a colleague') !== null).toBe(isMarked)
  expect(screen.queryByLabelText('1 unread') !== null).toBe(senderId === 'c1')
})

test('says which colleague is typing', () => {
  show({}, { peers: [], colleagues: ['Sam Reed'] })
  expect(screen.getByText('Sam is typing…')).toBeDefined()
})
