import { chat } from '@portico/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, callPage } from '../../app/api.ts'
import { LARGEST_PAGE, readAllPages } from '../../app/pages.ts'
import type { Area } from '../../app/session.ts'
import type { ReadPage } from './connection/history-loader.ts'

/** All conversations with clients who are not archived. */
export const conversationList = queryOptions({
  queryKey: ['conversations', 'list'],
  queryFn: ({ signal }) => readConversations({ archived: false }, signal),
})

/** Conversations with archived clients, which the list leaves out. */
export const archivedConversations = queryOptions({
  queryKey: ['conversations', 'archived'],
  queryFn: ({ signal }) => readConversations({ archived: true }, signal),
})

async function readConversations({ archived }: { archived: boolean }, signal: AbortSignal) {
  const pages = await readAllPages((cursor) =>
    callPage(
      chat.listConversations,
      { querystring: { limit: LARGEST_PAGE, cursor, ...(archived && { archived }) } },
      { signal },
    ),
  )
  return pages.flat()
}

/** A client has one conversation. */
export const myConversation = queryOptions({
  queryKey: ['conversations', 'mine'],
  queryFn: ({ signal }) => call(chat.getConversation, undefined, { signal }),
})

/**
 * Whether the cached list, or the client's cached conversation, agrees with this state. True while neither is loaded.
 */
export function isCacheUpToDate(
  client: QueryClient,
  peerId: string,
  { lastNumber, unread }: chat.ConversationState,
) {
  const row = client.getQueryData(conversationList.queryKey)?.find((one) => one.client.id === peerId)
  const cached = row ?? client.getQueryData(myConversation.queryKey)
  return !cached || (cached.lastNumber === lastNumber && cached.unread === unread)
}

export function createPageReader(area: Area, peerId: string): ReadPage {
  return (querystring) =>
    area === 'client'
      ? call(chat.clientHistory, { params: { freelancerId: peerId }, querystring })
      : call(chat.history, { params: { clientId: peerId }, querystring })
}
