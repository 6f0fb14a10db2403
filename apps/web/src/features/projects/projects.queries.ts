import { projects } from '@portico/contract'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { call, callPage, type Page } from '../../app/api.ts'
import { LARGEST_PAGE, paged, readAllPages, scrolledLimit } from '../../app/pages.ts'
import { dayInTimeZone } from '../../ui/dates.ts'
import { toast } from '../../ui/toast.ts'
import { dueAgainText } from './due-again-text.ts'

export type Filter = Omit<projects.ProjectFilter, 'limit' | 'cursor'>

export const listKey = ['projects', 'list'] as const

export const projectList = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [...listKey, filter],
    queryFn: ({ pageParam, signal }) =>
      callPage(
        projects.list,
        { querystring: { ...filter, limit: scrolledLimit(pageParam), cursor: pageParam } },
        { signal },
      ),
    // The previous result stays on screen while the next one loads.
    placeholderData: keepPreviousData,
    ...paged,
  })

/** All that are due within a range of days, for a screen that shows it whole. */
export const projectsDueWithin = (filter: Filter & Required<Pick<Filter, 'dueFrom' | 'dueTo'>>) =>
  queryOptions({
    queryKey: ['projects', 'due-within', filter],
    queryFn: async ({ signal }) => {
      const pages = await readAllPages((cursor) =>
        callPage(
          projects.list,
          { querystring: { ...filter, sort: 'due', limit: LARGEST_PAGE, cursor } },
          { signal },
        ),
      )
      return pages.flat()
    },
  })

export const oneProject = (id: string) =>
  queryOptions({
    queryKey: ['projects', id],
    queryFn: ({ signal }) => call(projects.get, { params: { id } }, { signal }),
  })

export type List = InfiniteData<Page<projects.Project[]>>

/** A project from a loaded list, shown until the project itself has loaded. */
export function findInLists(client: QueryClient, id: string): projects.Project | undefined {
  const found = client.getQueriesData<List>({ queryKey: listKey })
  return found
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ items }) => items)
    .find((project) => project.id === id)
}

export const changeText = (id: string) =>
  mutationOptions({
    ...sendInOrder(id),
    mutationFn: (body: Pick<projects.ProjectChange, 'title' | 'description'>) =>
      call(projects.update, { params: { id }, body }),
    onSuccess: (project, _body, _before, { client }) => {
      client.setQueryData(oneProject(id).queryKey, project)
    },
    meta: { calls: 'projects.update', success: 'Project updated successfully', quiet: true },
  })

/** Optimistic: the new status is shown at once and reverted when the server refuses it. */
export const changeStatus = (id: string) =>
  mutationOptions({
    ...sendInOrder(id),
    mutationFn: (status: projects.ProjectStatus) =>
      call(projects.update, { params: { id }, body: { status } }),
    onMutate: async (status, { client }) => {
      const { queryKey } = oneProject(id)
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, (project) => project && withStatus(project, status))
      return before
    },
    onSuccess: (project, _status, before) => {
      const isDateBack = before?.completion && before.dueDate !== project.dueDate
      toast.success(
        'Project status updated successfully',
        isDateBack ? `${dueAgainText(project.dueDate)}.` : undefined,
      )
    },
    onError: (_error, _status, before, { client }) => {
      client.setQueryData(oneProject(id).queryKey, before)
    },
    meta: { calls: 'projects.update', failure: 'Failed to update status' },
  })

/** True archives the project, false brings it back. */
export const changeArchived = (id: string) =>
  mutationOptions({
    ...sendInOrder(id),
    mutationFn: (archived: boolean) => call(projects.update, { params: { id }, body: { archived } }),
    onSuccess: (project, archived, _before, { client }) => {
      client.setQueryData(oneProject(id).queryKey, project)
      toast.success(archived ? 'Project archived' : 'Project brought back')
    },
    meta: { calls: 'projects.update', failure: 'Nothing was changed' },
  })

/** Changes of one project are sent one after another. */
export const sendInOrder = (id: string) => ({ scope: { id: `project ${id}` } })

function withStatus(project: projects.Project, status: projects.ProjectStatus): projects.Project {
  const today = dayInTimeZone(project.timeZone)
  if (status === 'Completed') {
    const completion = project.completion ?? { on: today, dueDate: project.dueDate }
    return { ...project, status, completion, overdue: false }
  }
  // The server restores the due date that "Complete now" has replaced.
  const dueDate = project.completion ? project.completion.dueDate : project.dueDate
  return { ...project, status, dueDate, completion: null, overdue: dueDate !== null && dueDate < today }
}
