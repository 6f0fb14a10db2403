import { guestLinks } from '@portico/contract'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call, callPage } from '../../app/api.ts'
import { LARGEST_PAGE, paged, readAllPages } from '../../app/pages.ts'

export const linksOf = (requestId: string) =>
  queryOptions({
    queryKey: ['requests', 'links', requestId],
    async queryFn({ signal }) {
      const pages = await readAllPages((cursor) =>
        callPage(
          guestLinks.list,
          { params: { id: requestId }, querystring: { limit: LARGEST_PAGE, cursor } },
          { signal },
        ),
      )
      return pages.flat()
    },
  })

export const linksOfProject = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ['requests', 'project-links', projectId],
    queryFn: ({ pageParam, signal }) =>
      callPage(
        guestLinks.ofProject,
        { params: { id: projectId }, querystring: { cursor: pageParam } },
        { signal },
      ),
    ...paged,
  })

export const addLink = (requestId: string) =>
  mutationOptions({
    mutationFn: async (body: guestLinks.NewLink) => {
      const link = await call(guestLinks.add, { params: { id: requestId }, body })
      return { ...link, email: body.email }
    },
    meta: { calls: 'guestLinks.add', quiet: true },
  })

export const revokeLink = (requestId: string) =>
  mutationOptions({
    mutationFn: (linkId: string) => call(guestLinks.remove, { params: { id: requestId, linkId } }),
    meta: { calls: 'guestLinks.remove', success: 'Link revoked', failure: 'Failed to revoke link' },
  })
