import { projects } from '@portico/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callPage } from '../../app/api.ts'
import { paged } from '../../app/pages.ts'

/** The projects of the signed-in client. */
export const myProjects = infiniteQueryOptions({
  queryKey: ['projects', 'list'],
  queryFn: ({ pageParam, signal }) =>
    callPage(projects.listForClient, { querystring: { cursor: pageParam } }, { signal }),
  ...paged,
})

/** Those that wait for the signed-in client, the longest first. */
export const myTurns = queryOptions({
  queryKey: ['projects', 'my-turns'],
  queryFn: ({ signal }) =>
    call(projects.listForClient, { querystring: { turn: 'client', sort: 'turn' } }, { signal }),
})

export const myProject = (id: string) =>
  queryOptions({
    queryKey: ['projects', id],
    queryFn: ({ signal }) => call(projects.getForClient, { params: { id } }, { signal }),
  })
