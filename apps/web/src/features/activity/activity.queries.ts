import { activity } from '@portico/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callPage } from '../../app/api.ts'
import { paged } from '../../app/pages.ts'

const PAGE_SIZE = 30

export const activityOf = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ['activity', projectId],
    queryFn: ({ pageParam, signal }) =>
      callPage(
        activity.ofProject,
        { params: { id: projectId }, querystring: { limit: PAGE_SIZE, cursor: pageParam } },
        { signal },
      ),
    ...paged,
  })

export const notificationList = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ pageParam, signal }) =>
    callPage(activity.notifications, { querystring: { limit: PAGE_SIZE, cursor: pageParam } }, { signal }),
  ...paged,
})
