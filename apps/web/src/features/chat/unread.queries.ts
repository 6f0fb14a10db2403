import { chat } from '@portico/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'

/** Every page shows it. In a file of its own, so that they need not load the other queries of the chat. */
export const unreadMessages = queryOptions({
  queryKey: ['conversations', 'unread'],
  queryFn: async ({ signal }) => (await call(chat.countUnread, undefined, { signal })).unread,
})
