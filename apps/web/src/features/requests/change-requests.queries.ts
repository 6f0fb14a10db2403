import { plural, requests } from '@portico/contract'
import { mutationOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { toast } from '../../ui/toast.ts'
import { requestsOf } from './requests.queries.ts'

// The freelancer's.

export const addRequests = (projectId: string) =>
  mutationOptions({
    mutationFn: (added: requests.NewRequest[]) =>
      call(requests.add, { params: { id: projectId }, body: { requests: added } }),
    meta: { calls: 'requests.add', quiet: true },
  })

export const copyRequests = (projectId: string) =>
  mutationOptions({
    mutationFn: (body: requests.Copy) => call(requests.copy, { params: { id: projectId }, body }),
    onSuccess: ({ requests: copied }) => toast.success(`${plural(copied.length, 'request')} copied`),
    meta: { calls: 'requests.copy', quiet: true },
  })

export const editRequest = (id: string) =>
  mutationOptions({
    mutationFn: (body: requests.RequestChange) => call(requests.change, { params: { id }, body }),
    meta: { calls: 'requests.change', success: 'Request changed', quiet: true },
  })

export interface Move {
  id: string
  /** Counts from 1. */
  position: number
}

export const moveRequest = (projectId: string) =>
  mutationOptions({
    scope: { id: `requests ${projectId}` },
    mutationFn: ({ id, position }: Move) => call(requests.change, { params: { id }, body: { position } }),
    meta: { calls: 'requests.change', failure: 'Failed to move request' },
  })

export const removeRequest = (id: string) =>
  mutationOptions({
    mutationFn: () => call(requests.remove, { params: { id } }),
    meta: { calls: 'requests.remove', success: 'Request deleted', failure: 'Failed to delete request' },
  })

export const acceptAnswer = (id: string) =>
  mutationOptions({
    mutationFn: () => call(requests.setState, { params: { id }, body: { state: 'accepted' } }),
    meta: { calls: 'requests.setState', success: 'Accepted', failure: 'Failed to accept' },
  })

export const acceptAllAnswers = (projectId: string) =>
  mutationOptions({
    mutationFn: (requestIds: string[]) =>
      call(requests.acceptAll, { params: { id: projectId }, body: { requestIds } }),
    onSuccess: ({ accepted }) => toast.success(`${plural(accepted, 'answer')} accepted`),
    meta: { calls: 'requests.acceptAll', failure: 'Failed to accept' },
  })

export const sendBack = (id: string) =>
  mutationOptions({
    mutationFn: (reason: string) =>
      call(requests.setState, { params: { id }, body: { state: 'open', ...(reason && { reason }) } }),
    meta: { calls: 'requests.setState', success: 'Sent back', quiet: true },
  })

/** Optimistic: a switch moves at once. */
export const switchReminders = (projectId: string) => {
  const { queryKey } = requestsOf(projectId)
  return mutationOptions({
    scope: { id: `reminders ${projectId}` },
    mutationFn: (on: boolean) => call(requests.setReminders, { params: { id: projectId }, body: { on } }),
    onMutate: async (on, { client }) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, (data) => data && { ...data, reminders: { ...data.reminders, on } })
      return before
    },
    onError: (_error, _on, before, { client }) => {
      client.setQueryData(queryKey, before)
    },
    meta: { calls: 'requests.setReminders', failure: 'Nothing was changed' },
  })
}

// The client's.

export const answerRequest = (id: string, name: string) =>
  mutationOptions({
    mutationFn: (body: requests.NewAnswer) => call(requests.answer, { params: { id }, body }),
    meta: { calls: 'requests.answer', success: `Sent to ${name}`, quiet: true },
  })
