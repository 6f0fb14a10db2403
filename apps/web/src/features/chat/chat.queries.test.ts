import { expect, test } from 'vitest'
import { createQueryClient } from '../../app/query-client.ts'
import { conversationList, isUpToDate, myConversation } from './chat.queries.ts'

const state = {
  lastNumber: 3,
  unread: 1,
  seen: 2,
  peerSeen: 2,
  peerHere: true,
  peerLastSeenAt: null,
  silence: null,
}

test('a list that was read before the last message is out of date', () => {
  const client = createQueryClient()
  const maya = { id: 'c1', firstName: 'Maya', lastName: 'Whitcombe', company: null }
  const row = { ...state, client: maya, lastMessage: null, awaitsAnswer: false }
  expect(isUpToDate(client, 'c1', state), 'nothing is read yet').toBe(true)
  client.setQueryData(conversationList.queryKey, [row])

  expect(isUpToDate(client, 'c1', state)).toBe(true)
  expect(isUpToDate(client, 'c1', { ...state, lastNumber: 4 }), 'our own, from elsewhere').toBe(false)
  expect(isUpToDate(client, 'c1', { ...state, unread: 0 }), 'seen elsewhere').toBe(false)
})

test('so is what a client’s page shows', () => {
  const client = createQueryClient()
  client.setQueryData(myConversation.queryKey, state)

  expect(isUpToDate(client, 'f1', state)).toBe(true)
  expect(isUpToDate(client, 'f1', { ...state, lastNumber: 4, unread: 2 })).toBe(false)
})
