import { expect, test } from 'vitest'
import { serve } from '../../../test/fixtures.tsx'
import { createQueryClient } from '../../app/query-client.ts'
import { archivedConversations, conversationList, isCacheUpToDate, myConversation } from './chat.queries.ts'

const state = {
  lastNumber: 3,
  unread: 1,
  seen: 2,
  peerSeen: 2,
  peerHere: true,
  peerLastSeenAt: null,
  silence: null,
  peerSilence: null,
  clientMayWriteUntil: null,
}

test('the cached list is out of date when it lacks a message or a read mark', () => {
  const client = createQueryClient()
  const maya = { id: 'c1', firstName: 'Maya', lastName: 'Whitcombe', company: null }
  const row = { ...state, client: maya, lastMessage: null, awaitsAnswer: false }
  expect(isCacheUpToDate(client, 'c1', state), 'not loaded yet').toBe(true)
  client.setQueryData(conversationList.queryKey, [row])

  expect(isCacheUpToDate(client, 'c1', state)).toBe(true)
  expect(isCacheUpToDate(client, 'c1', { ...state, lastNumber: 4 }), 'a message from another tab').toBe(false)
  expect(isCacheUpToDate(client, 'c1', { ...state, unread: 0 }), 'read in another tab').toBe(false)
})

test('the client’s cached conversation is out of date when it lacks a message', () => {
  const client = createQueryClient()
  client.setQueryData(myConversation.queryKey, state)

  expect(isCacheUpToDate(client, 'f1', state)).toBe(true)
  expect(isCacheUpToDate(client, 'f1', { ...state, lastNumber: 4, unread: 2 })).toBe(false)
})

test.for([conversationList, archivedConversations])('reads all pages of conversations', async (query) => {
  serve({
    'GET /messages/conversations': ({ query }) =>
      query.get('cursor') === 'c1'
        ? Response.json([{ client: { id: 'c2' } }])
        : Response.json([{ client: { id: 'c1' } }], {
            headers: { link: '</api/messages/conversations?limit=200&cursor=c1>; rel="next"' },
          }),
  })

  const conversations = await createQueryClient().fetchQuery(query)

  expect(conversations.map(({ client }) => client.id)).toEqual(['c1', 'c2'])
})
