import { members } from '@portico/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'

/** The workspace that the freelancer works in now. */
export const myWorkspace = queryOptions({
  queryKey: ['members', 'workspace'],
  queryFn: ({ signal }) => call(members.workspace, undefined, { signal }),
})

/** Whether somebody else works in it or is invited to. False while that is unknown. */
export function isTeam(workspace: members.Workspace | undefined) {
  return workspace !== undefined && (workspace.role !== 'owner' || workspace.membersUsed > 1)
}
