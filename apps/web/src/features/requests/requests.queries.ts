import { requests } from '@portico/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callPage } from '../../app/api.ts'
import { paged } from '../../app/pages.ts'
import { retryIntervalAfterFailure } from '../../app/query-client.ts'

/** Links to thumbnails work for 15 minutes. */
const REFETCH_LINKS_EVERY_MS = 10 * 60_000

/** What is asked for on a project, in the freelancer's order: 200 at most, so it is one page. */
export const requestsOf = (projectId: string) =>
  queryOptions({
    queryKey: ['requests', 'project', projectId],
    queryFn: ({ signal }) => call(requests.ofProject, { params: { id: projectId } }, { signal }),
    refetchInterval: (query) => retryIntervalAfterFailure(query) || REFETCH_LINKS_EVERY_MS,
  })

/** Those on all projects, newest first. */
export const requestsOnAllProjects = (state: requests.RequestState | undefined) =>
  infiniteQueryOptions({
    queryKey: ['requests', 'list', state ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      callPage(requests.list, { querystring: { state, cursor: pageParam } }, { signal }),
    ...paged,
  })

/** The projects that requests can be copied from. */
export const copySources = infiniteQueryOptions({
  queryKey: ['requests', 'sources'],
  queryFn: ({ pageParam, signal }) =>
    callPage(requests.sources, { querystring: { cursor: pageParam } }, { signal }),
  ...paged,
})
