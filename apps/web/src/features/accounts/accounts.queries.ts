import { accounts, clients } from '@portico/contract'
import { infiniteQueryOptions, mutationOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { call, callPage } from '../../app/api.ts'
import { paged } from '../../app/pages.ts'
import { renameFreelancer } from '../../app/session.ts'
import { toast } from '../../ui/toast.ts'

export const myProfile = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(accounts.me, undefined, { signal }),
})

/** Whether the mail server is known not to take emails now. */
export function useEmailsAreDelayed() {
  return Boolean(useQuery(myProfile).data?.emailsDelayedSince)
}

export const DELAYED_TEXT = 'It will be sent as soon as the mail server answers.'

export const mySessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(accounts.listSessions, undefined, { signal }),
})

/** A new time zone may change what is overdue. */
export const changeProfile = mutationOptions({
  mutationFn: (change: accounts.ProfileChange) => call(accounts.changeMe, { body: change }),
  onSuccess: (profile, _change, _before, { client }) => {
    client.setQueryData(myProfile.queryKey, profile)
    renameFreelancer(profile.name)
  },
  meta: { calls: 'accounts.changeMe', success: 'Profile saved', quiet: true },
})

export const resendConfirmation = mutationOptions({
  mutationFn: () => call(accounts.resendConfirmation),
  meta: { calls: 'accounts.resendConfirmation', fallback: 'Failed to send the link' },
  onSuccess: ({ email, emailStatus }, _nothing, _begun, { client }) => {
    if (emailStatus === 'queued') {
      if (client.getQueryData(myProfile.queryKey)?.emailsDelayedSince)
        toast.info(`The link for ${email} waits`, DELAYED_TEXT)
      else toast.success(`A fresh link is on its way to ${email}`)
    }
    if (emailStatus === 'limited')
      toast.error('No email was sent', 'There were too many within the hour. Open one of the links you have.')
  },
})

export const changeEmail = mutationOptions({
  mutationFn: (change: { email: string; currentPassword: string }) =>
    call(accounts.changeEmail, { body: change }),
  onSuccess: (profile, _change, _begun, { client }) => client.setQueryData(myProfile.queryKey, profile),
  meta: { calls: 'accounts.changeEmail', success: 'A link is on its way to the new address', quiet: true },
})

export const resendEmailChange = mutationOptions({
  mutationFn: () => call(accounts.resendEmailChange),
  onSuccess: (profile, _nothing, _begun, { client }) => client.setQueryData(myProfile.queryKey, profile),
  meta: {
    calls: 'accounts.resendEmailChange',
    success: 'The link is on its way once more',
    fallback: 'Failed to send the link',
  },
})

export const cancelEmailChange = mutationOptions({
  mutationFn: () => call(accounts.cancelEmailChange),
  onSuccess: (profile, _nothing, _begun, { client }) => client.setQueryData(myProfile.queryKey, profile),
  meta: {
    calls: 'accounts.cancelEmailChange',
    success: 'Your email stays as it is',
    failure: 'Failed to cancel the change',
  },
})

export const sendTestEmail = mutationOptions({
  mutationFn: () => call(accounts.testEmail),
  meta: { calls: 'accounts.testEmail', fallback: 'Failed to send the test' },
  onSuccess: ({ email, emailStatus }) => {
    if (emailStatus === 'queued')
      toast.info(`A test is on its way to ${email}`, 'This note disappears once it gets through.')
    if (emailStatus === 'limited') toast.error('No email was sent', 'There were too many within the hour.')
  },
})

export const changePassword = mutationOptions({
  mutationFn: (passwords: { currentPassword: string; newPassword: string }) =>
    call(accounts.changePassword, { body: passwords }),
  meta: { calls: 'accounts.changePassword', success: 'Password changed', quiet: true },
})

export const endSession = (id: string) =>
  mutationOptions({
    mutationFn: () => call(accounts.endOneSession, { params: { id } }),
    meta: {
      calls: 'accounts.endOneSession',
      success: 'Session ended',
      failure: 'Failed to end the session',
    },
  })

export const endOtherSessions = mutationOptions({
  mutationFn: () => call(accounts.endOtherSessions),
  meta: {
    calls: 'accounts.endOtherSessions',
    success: 'All other sessions have ended',
    failure: 'Failed to end the other sessions',
  },
})

export const myLoginLinks = infiniteQueryOptions({
  queryKey: ['links'],
  queryFn: ({ pageParam, signal }) =>
    callPage(clients.myLinks, { querystring: { cursor: pageParam } }, { signal }),
  ...paged,
})

export const endLoginLink = (id: string) =>
  mutationOptions({
    mutationFn: () => call(clients.endMyLink, { params: { id } }),
    meta: { calls: 'clients.endMyLink', success: 'Login link ended', failure: 'Failed to end the link' },
  })

export const endAllLoginLinks = mutationOptions({
  mutationFn: () => call(clients.endMyLinks),
  meta: {
    calls: 'clients.endMyLinks',
    success: 'All login links have ended',
    failure: 'Failed to end the links',
  },
})

export const handedOutLinks = infiniteQueryOptions({
  queryKey: ['links', 'handed-out'],
  queryFn: ({ pageParam, signal }) =>
    callPage(clients.handedOutLinks, { querystring: { cursor: pageParam } }, { signal }),
  ...paged,
})

export const changedAddresses = infiniteQueryOptions({
  queryKey: ['clients', 'changed-addresses'],
  queryFn: ({ pageParam, signal }) =>
    callPage(clients.changedAddresses, { querystring: { cursor: pageParam } }, { signal }),
  ...paged,
})

export const handedOutCounts = queryOptions({
  queryKey: ['links', 'handed-out-counts'],
  queryFn: ({ signal }) => call(clients.countHandedOut, undefined, { signal }),
})

export const endHandedOut = mutationOptions({
  mutationFn: () => call(clients.endHandedOut),
  meta: {
    calls: 'clients.endHandedOut',
    success: 'All links that were handed out have ended',
    failure: 'Failed to end the links',
  },
})
