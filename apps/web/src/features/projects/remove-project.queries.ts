import { projects } from '@portico/contract'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, type Page } from '../../app/api.ts'
import { type List, listKey, oneProject } from './projects.queries.ts'
import { offerUndo } from './restore-item.ts'

/** The contents that are deleted with a project. */
export const projectContents = (id: string) =>
  queryOptions({
    queryKey: ['projects', id, 'contents'],
    queryFn: ({ signal }) => call(projects.contents, { params: { id } }, { signal }),
    staleTime: 0,
  })

/** `leave` navigates away from the page of the deleted project. */
export const removeProject = (
  { id, title }: Pick<projects.Project, 'id' | 'title'>,
  success: string,
  leave = async () => {},
) =>
  mutationOptions({
    mutationFn: () => call(projects.remove, { params: { id } }),
    onSuccess: async (_nothing, _variables, _before, { client }) => {
      offerUndo(client, success, { kind: 'project', id, name: title })
      removeFromLists(client, id)
      await leave()
      client.removeQueries({ queryKey: oneProject(id).queryKey, type: 'inactive' })
    },
    meta: {
      calls: 'projects.remove',
      deletes: [oneProject(id).queryKey, projectContents(id).queryKey],
      background: true,
      failure: 'Failed to delete project',
    },
  })

/** The lists are refetched as well; if that fails, they still do not show the project. */
function removeFromLists(client: QueryClient, id: string) {
  const without = (page: Page<projects.Project[]>) => ({
    ...page,
    items: page.items.filter((project) => project.id !== id),
  })
  client.setQueriesData<List>(
    { queryKey: listKey },
    (list) => list && { ...list, pages: list.pages.map(without) },
  )
}
