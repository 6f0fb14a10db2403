import { clients } from '@portico/contract'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call, callPage } from '../../app/api.ts'
import { LARGEST_PAGE, paged, readAllPages } from '../../app/pages.ts'
import { sendOnce } from '../../app/send-once.ts'
import { toast } from '../../ui/toast.ts'
import { DELAYED_TEXT, myProfile } from '../accounts/accounts.queries.ts'
import { contactsOf } from './contacts.queries.ts'
import { fullName } from './full-name.ts'

const listKey = ['clients', 'list'] as const

interface ListFilter {
  archived: boolean
  sort: clients.ClientOrder
  mine: boolean
}

export function clientList({ archived, sort, mine }: ListFilter) {
  const filter = { sort, ...(archived && { archived }), ...(mine && { mine }) }
  return infiniteQueryOptions({
    queryKey: [...listKey, filter],
    queryFn: ({ pageParam, signal }) =>
      callPage(clients.list, { querystring: { ...filter, cursor: pageParam } }, { signal }),
    ...paged,
  })
}

/** All clients who are not archived, by name. */
export const allClients = queryOptions({
  queryKey: ['clients', 'all'],
  queryFn: async ({ signal }) => {
    const pages = await readAllPages((cursor) =>
      callPage(clients.list, { querystring: { limit: LARGEST_PAGE, cursor } }, { signal }),
    )
    const everybody = pages.flatMap((page) => page.clients)
    return everybody.sort((one, other) => fullName(one).localeCompare(fullName(other)))
  },
})

export const oneClient = (id: string) =>
  queryOptions({
    queryKey: ['clients', id],
    queryFn: ({ signal }) => call(clients.get, { params: { id } }, { signal }),
  })

/** The things that would be deleted with a client. */
export const clientContents = (id: string) =>
  queryOptions({
    queryKey: ['clients', id, 'contents'],
    queryFn: ({ signal }) => call(clients.contents, { params: { id } }, { signal }),
    staleTime: 0,
  })

/** Its key begins with `projects`, so that it is refetched with them. */
export const projectsOfClient = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['projects', 'of-client', id],
    queryFn: ({ pageParam, signal }) =>
      callPage(clients.listProjects, { params: { id }, querystring: { cursor: pageParam } }, { signal }),
    ...paged,
  })

export const createClient = mutationOptions({
  mutationFn: (details: clients.NewClient) =>
    sendOnce(['client', details], (clientRequestId) =>
      call(clients.create, { body: { ...details, clientRequestId } }),
    ),
  // The new link is shown at once.
  meta: { calls: 'clients.create', background: true, success: 'Client created successfully', quiet: true },
})

export const resendLogin = (id: string) =>
  mutationOptions({
    mutationFn: () => call(clients.resendLogin, { params: { id } }),
    meta: { calls: 'clients.resendLogin', background: true, fallback: 'Failed to resend login link' },
    onSuccess: ({ fullName, emailStatus }, _nothing, _begun, { client }) => {
      if (emailStatus === 'queued') {
        if (client.getQueryData(myProfile.queryKey)?.emailsDelayedSince)
          toast.info(`The login link for ${fullName} waits`, DELAYED_TEXT)
        else toast.success(`Login link sent to ${fullName}`)
      }
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
  })

/** For a new address the server ends all links and sessions, and mails a new link. */
export const changeClient = ({ id }: clients.Client) =>
  mutationOptions({
    mutationFn: (body: clients.ClientChange) => call(clients.update, { params: { id }, body }),
    meta: { calls: 'clients.update', quiet: true },
    onSuccess: ({ emailStatus, ...changed }, _body, _begun, { client }) => {
      client.setQueryData(oneClient(id).queryKey, (before) => before && { ...before, ...changed })
      toast.success(
        'Client updated successfully',
        emailStatus === 'queued' ? `A new login link is on its way to ${changed.email}.` : undefined,
      )
    },
  })

/** True archives the client with their projects, false brings them back. The page says itself when the plan is full. */
export const changeClientArchived = ({ id, firstName }: clients.Client) =>
  mutationOptions({
    mutationFn: (archived: boolean) => call(clients.update, { params: { id }, body: { archived } }),
    meta: { calls: 'clients.update', quiet: true },
    onSuccess: ({ emailStatus: _, ...changed }, archived, _begun, { client }) => {
      client.setQueryData(oneClient(id).queryKey, (before) => before && { ...before, ...changed })
      toast.success(archived ? `${firstName} is archived` : `${firstName} is back`)
    },
    onError: (error) => {
      if (error.code !== 'CLIENT_LIMIT_REACHED') toast.error('Nothing was changed', error.message)
    },
  })

/** Another link to copy; nothing is mailed. */
export const createLoginLink = (id: string) =>
  mutationOptions({
    mutationFn: () => call(clients.createLoginLink, { params: { id } }),
    meta: { calls: 'clients.createLoginLink', background: true, fallback: 'Failed to make a login link' },
  })

/** A token to read what the client sees, for another tab. */
export const previewClient = (id: string) =>
  mutationOptions({
    mutationFn: () => call(clients.preview, { params: { id } }),
    meta: { calls: 'clients.preview', background: true, fallback: 'Failed to open the preview' },
  })

export const resetAccess = (id: string) =>
  mutationOptions({
    mutationFn: () => call(clients.resetAccess, { params: { id } }),
    meta: {
      calls: 'clients.resetAccess',
      background: true,
      success: 'Access reset successfully',
      fallback: 'Failed to reset access',
    },
  })

/** `leave` navigates away from the page of the deleted client. */
export const deleteClient = (id: string, leave: () => Promise<void>) =>
  mutationOptions({
    mutationFn: () => call(clients.remove, { params: { id } }),
    onSuccess: async (_nothing, _variables, _before, { client }) => {
      client.removeQueries({ queryKey: listKey })
      client.removeQueries({ queryKey: allClients.queryKey })
      await leave()
      client.removeQueries({ queryKey: oneClient(id).queryKey, type: 'inactive' })
      client.removeQueries({ queryKey: projectsOfClient(id).queryKey, type: 'inactive' })
    },
    meta: {
      calls: 'clients.remove',
      deletes: [
        oneClient(id).queryKey,
        clientContents(id).queryKey,
        contactsOf(id).queryKey,
        projectsOfClient(id).queryKey,
      ],
      background: true,
      success: 'Client deleted successfully',
      fallback: 'Failed to delete client',
    },
  })

/** The freelancer of the signed-in client. */
export const myFreelancer = queryOptions({
  queryKey: ['my-freelancer'],
  queryFn: async ({ signal }) => (await call(clients.myFreelancer, undefined, { signal })).freelancer,
  staleTime: 5 * 60_000,
})
