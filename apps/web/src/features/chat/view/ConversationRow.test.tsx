import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { open } from '../../../../test/fixtures.tsx'
import { ConversationRow } from './ConversationRow.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 23, 50) })
})

test('shows the weekday in place of the time after midnight, without a reload', () => {
  const row = {
    client: { id: 'c1', firstName: 'Maya', lastName: 'Whitcombe', company: null },
    lastMessage: {
      id: 'm1',
      preview: 'Good night',
      senderId: 'c1',
      senderName: 'Maya Whitcombe',
      senderType: 'Client' as const,
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
  open('/', { '/': <ConversationRow row={row} isSelected={false} selfId="f1" typing={undefined} /> })
  expect(screen.getByText('22:15')).toBeDefined()

  act(() => vi.advanceTimersByTime(11 * 60_000))
  expect(screen.getByText('Fri')).toBeDefined()
})
