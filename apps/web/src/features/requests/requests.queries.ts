import { requests } from '@portico/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { retryIntervalAfterFailure } from '../../app/query-client.ts'

/** Links to thumbnails work for 15 minutes. */
const REFETCH_LINKS_EVERY_MS = 10 * 60_000

/** The requests of a project in the freelancer's order. There are 200 at most, so one page is enough. */
export const requestsOf = (projectId: string) =>
  queryOptions({
    queryKey: ['requests', 'project', projectId],
    queryFn: ({ signal }) => call(requests.ofProject, { params: { id: projectId } }, { signal }),
    refetchInterval: (query) => retryIntervalAfterFailure(query) || REFETCH_LINKS_EVERY_MS,
  })
