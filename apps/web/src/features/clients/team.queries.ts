import { clients, members } from '@portico/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { oneClient } from './clients.queries.ts'

/** Everybody who works in the workspace, by name. */
export const colleagues = queryOptions({
  queryKey: ['members', 'list'],
  queryFn: ({ signal }) => call(members.list, undefined, { signal }),
  select: (list) =>
    list
      .flatMap(({ id, name, invited }): clients.ClientMember[] =>
        name === null || invited ? [] : [{ id, name }],
      )
      .sort((one, other) => one.name.localeCompare(other.name)),
})

export const setMembers = (id: string) =>
  mutationOptions({
    mutationFn: (body: clients.NewClientMembers) => call(clients.setMembers, { params: { id }, body }),
    onSuccess: (team, _body, _begun, { client }) => {
      client.setQueryData(oneClient(id).queryKey, (before) => before && { ...before, ...team })
    },
    meta: { calls: 'clients.setMembers', success: 'Saved who works with the client', quiet: true },
  })

/** `leave` navigates away from the page of a client whom one does not see any more. */
export const handOver = (id: string, leave: (() => Promise<void>) | undefined) =>
  mutationOptions({
    mutationFn: (body: clients.HandOver) => call(clients.handOver, { params: { id }, body }),
    onSuccess: async (team, _body, _begun, { client }) => {
      if (!leave) {
        client.setQueryData(oneClient(id).queryKey, (before) => before && { ...before, ...team })
        return
      }
      await leave()
      client.removeQueries({ queryKey: oneClient(id).queryKey, type: 'inactive' })
    },
    meta: { calls: 'clients.handOver', quiet: true },
  })
