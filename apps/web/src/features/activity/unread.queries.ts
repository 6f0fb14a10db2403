import { activity } from '@portico/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'

/** Every page shows it. In a file of its own, so that they need not load the lists. */
export const unreadNotifications = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) => (await call(activity.unread, undefined, { signal })).count,
})
