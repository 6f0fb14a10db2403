import { chat } from '@portico/contract'
import { queryOptions } from '@tanstack/react-query'
import { arrived, call } from '../../app/api.ts'

/** How many messages wait to be read, in all conversations together. Apart from the rest: every page shows it. */
export const unreadMessages = queryOptions({
  queryKey: ['conversations', 'unread'],
  queryFn: async ({ signal }) => (await call(chat.countUnread, undefined, { signal })).unread,
  initialData: () => arrived(chat.countUnread)?.answer.unread,
})
