import { clients } from '@portico/contract'
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { arrived, call, callPage } from '../../app/api.ts'
import { paged } from '../../app/pages.ts'
import { toast } from '../../ui/toast.ts'
import { fullName } from './full-name.ts'

export const clientList = infiniteQueryOptions({
  queryKey: ['clients', 'list'],
  queryFn: ({ pageParam, signal }) =>
    callPage(clients.list, { querystring: { cursor: pageParam } }, { signal }),
  ...paged,
})

/** Everybody, by name, followed through all pages: to choose one of them. */
export const allClients = queryOptions({
  queryKey: ['clients', 'all'],
  queryFn: async ({ signal }) => {
    const everybody: clients.Client[] = []
    let cursor: string | undefined
    do {
      const page = await callPage(clients.list, { querystring: { limit: 200, cursor } }, { signal })
      everybody.push(...page.answer.clients)
      cursor = page.cursor
    } while (cursor)
    return everybody.sort((one, other) => fullName(one).localeCompare(fullName(other)))
  },
})

export const oneClient = (id: string) =>
  queryOptions({
    queryKey: ['clients', id],
    queryFn: ({ signal }) => call(clients.get, { params: { id } }, { signal }),
    initialData: () => arrived(clients.get, { params: { id } })?.answer,
  })

/** Kept among the projects, so that whatever refreshes those refreshes these too. */
export const projectsOfClient = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['projects', 'of-client', id],
    queryFn: ({ pageParam, signal }) =>
      callPage(clients.listProjects, { params: { id }, querystring: { cursor: pageParam } }, { signal }),
    ...paged,
  })

export const createClient = mutationOptions({
  mutationFn: (body: clients.NewClient) => call(clients.create, { body }),
  meta: { success: 'Client created successfully', quiet: true },
  // Not waited for: the link is to be seen at once. After a refusal too, which may be news about the places left.
  onSettled(_created, _error, _details, _begun, { client }) {
    client.invalidateQueries({ queryKey: ['clients'] })
    client.invalidateQueries({ queryKey: ['dashboard'] })
  },
})

export const resendLogin = (id: string) =>
  mutationOptions({
    mutationFn: () => call(clients.resendLogin, { params: { id } }),
    meta: { fallback: 'Failed to resend login link' },
    onSuccess: ({ fullName, emailStatus }) => {
      if (emailStatus === 'queued') toast.success(`Login link sent to ${fullName}`)
      if (emailStatus === 'limited')
        toast.error(
          'No email was sent',
          'There were too many within the hour. Copy a login link and send it yourself.',
        )
      if (emailStatus === 'unconfirmed')
        toast.info(
          'No email was sent yet',
          'It goes out once you confirm your own address. You can copy a login link.',
        )
    },
    onError: (_error, _nothing, _begun, { client }) => lookAgain(client, id),
  })

/** With another address the server ends what the former one had, and mails a link to the new one. */
export const changeClient = ({ id }: clients.Client) =>
  mutationOptions({
    mutationFn: (body: clients.ClientChange) => call(clients.update, { params: { id }, body }),
    meta: { quiet: true, refresh: [['clients'], ['projects'], ['dashboard']] },
    onSuccess: ({ emailStatus, ...changed }, _body, _begun, { client }) => {
      client.setQueryData(oneClient(id).queryKey, (before) => before && { ...before, ...changed })
      toast.success(
        'Client updated successfully',
        emailStatus === 'queued' ? `A new login link is on its way to ${changed.email}.` : undefined,
      )
    },
    onError: (_error, _body, _begun, { client }) => lookAgain(client, id),
  })

/** A further link to hand over; nothing is mailed. */
export const createLoginLink = (id: string) =>
  mutationOptions({
    mutationFn: () => call(clients.createLoginLink, { params: { id } }),
    meta: { fallback: 'Failed to make a login link' },
    // Not waited for: the link is to be seen at once.
    onSettled: (_made, _error, _nothing, _begun, { client }) => {
      lookAgain(client, id)
    },
  })

export const resetAccess = (id: string) =>
  mutationOptions({
    mutationFn: () => call(clients.resetAccess, { params: { id } }),
    meta: { success: 'Access reset successfully', fallback: 'Failed to reset access' },
    // Not waited for: the link is to be seen at once.
    onSettled: (_reset, _error, _nothing, _begun, { client }) => {
      lookAgain(client, id)
    },
  })

/** `leave` goes away from the page before anything is refreshed: what it shows is no more. */
export const deleteClient = (id: string, leave: () => Promise<void>) =>
  mutationOptions({
    mutationFn: async (_: undefined, { client }) => {
      await call(clients.remove, { params: { id } })
      client.removeQueries({ queryKey: clientList.queryKey })
      client.removeQueries({ queryKey: allClients.queryKey })
      await leave()
      client.removeQueries({ queryKey: oneClient(id).queryKey, type: 'inactive' })
      client.removeQueries({ queryKey: projectsOfClient(id).queryKey, type: 'inactive' })
    },
    meta: {
      success: 'Client deleted successfully',
      fallback: 'Failed to delete client',
      refresh: [['dashboard']],
    },
    // Their own projects went with them, and the page that shows them may be on its way out still.
    onSuccess: (_nothing, _none, _begun, { client }) =>
      client.invalidateQueries({
        predicate: ({ queryKey: [topic, , of] }) => topic === 'projects' && of !== id,
      }),
    onError: (_error, _nothing, _begun, { client }) => lookAgain(client, id),
  })

/** A refusal may mean that something changed elsewhere. */
const lookAgain = (client: QueryClient, id: string) =>
  client.invalidateQueries({ queryKey: oneClient(id).queryKey })

/** Whom the signed-in client works with. It hardly ever changes. */
export const myFreelancer = queryOptions({
  queryKey: ['my-freelancer'],
  queryFn: async ({ signal }) => (await call(clients.myFreelancer, undefined, { signal })).freelancer,
  initialData: () => arrived(clients.myFreelancer)?.answer.freelancer,
  staleTime: 5 * 60_000,
})
