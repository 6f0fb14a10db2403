import { projects } from '@portico/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { arrived, call, callPage } from '../../app/api.ts'
import { beginningWith, paged } from '../../app/pages.ts'

/** The projects of the signed-in client. */
export const myProjects = infiniteQueryOptions({
  queryKey: ['projects', 'list'],
  queryFn: ({ pageParam, signal }) =>
    callPage(projects.listForClient, { querystring: { cursor: pageParam } }, { signal }),
  initialData: () => beginningWith(arrived(projects.listForClient)),
  ...paged,
})

export const myProject = (id: string) =>
  queryOptions({
    queryKey: ['projects', id],
    queryFn: ({ signal }) => call(projects.getForClient, { params: { id } }, { signal }),
    initialData: () => arrived(projects.getForClient, { params: { id } })?.answer,
  })
