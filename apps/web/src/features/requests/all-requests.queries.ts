import { requests } from '@portico/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callPage } from '../../app/api.ts'
import { paged } from '../../app/pages.ts'

export const requestsOnAllProjects = (state: requests.RequestState | undefined) =>
  infiniteQueryOptions({
    queryKey: ['requests', 'list', state ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      callPage(requests.list, { querystring: { state, cursor: pageParam } }, { signal }),
    ...paged,
  })

export const copySources = infiniteQueryOptions({
  queryKey: ['requests', 'sources'],
  queryFn: ({ pageParam, signal }) =>
    callPage(requests.sources, { querystring: { cursor: pageParam } }, { signal }),
  ...paged,
})
