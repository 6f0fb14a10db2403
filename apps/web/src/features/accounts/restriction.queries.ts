import { members } from '@portico/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { myWorkspace } from './workspace.queries.ts'

/** Whether it is over by now. */
const CHECK_INTERVAL_MS = 30_000

export const restrictedWorkspace = queryOptions({
  ...myWorkspace,
  refetchInterval: CHECK_INTERVAL_MS,
})

export const otherWorkspaces = queryOptions({
  queryKey: ['members', 'workspaces'],
  queryFn: ({ signal }) => call(members.workspaces, undefined, { signal }),
  select: (all) => all.filter(({ current }) => !current),
})
