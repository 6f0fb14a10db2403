import { requests } from '@portico/contract'
import { queryOptions } from '@tanstack/react-query'
import { callPage } from '../../app/api.ts'
import { LARGEST_PAGE, readAllPages } from '../../app/pages.ts'
import { retryIntervalAfterFailure } from '../../app/query-client.ts'

/** Links to thumbnails work for 15 minutes. */
const REFETCH_LINKS_EVERY_MS = 10 * 60_000

/** All requests of a project in the freelancer's order, which is changed by moving one among all. */
export const requestsOf = (projectId: string) =>
  queryOptions({
    queryKey: ['requests', 'project', projectId],
    async queryFn({ signal }) {
      const pages = await readAllPages((cursor) =>
        callPage(
          requests.ofProject,
          { params: { id: projectId }, querystring: { limit: LARGEST_PAGE, cursor: position(cursor) } },
          { signal },
        ),
      )
      const { reminders, stagedFiles } = pages[0] as requests.OfProject
      return { requests: pages.flatMap((page) => page.requests), reminders, stagedFiles }
    },
    refetchInterval: (query) => retryIntervalAfterFailure(query) || REFETCH_LINKS_EVERY_MS,
  })

/** The cursor of this list is a number. */
const position = (cursor: string | undefined) => (cursor === undefined ? undefined : Number(cursor))
