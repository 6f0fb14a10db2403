import { accounts } from '@portico/contract'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { renameFreelancer } from '../../app/session.ts'
import { toast } from '../../ui/toast.ts'

export const myProfile = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(accounts.me, undefined, { signal }),
})

export const mySessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(accounts.listSessions, undefined, { signal }),
})

/** Another time zone is another today: what is overdue may have changed. */
export const changeProfile = mutationOptions({
  mutationFn: (change: accounts.ProfileChange) => call(accounts.changeMe, { body: change }),
  onSuccess: (profile, _change, _before, { client }) => {
    client.setQueryData(myProfile.queryKey, profile)
    renameFreelancer(profile.name)
  },
  meta: { success: 'Profile saved', quiet: true, refresh: [['projects'], ['dashboard']] },
})

export const resendConfirmation = mutationOptions({
  mutationFn: () => call(accounts.resendConfirmation),
  meta: { fallback: 'Failed to send the link', refresh: [myProfile.queryKey] },
  onSuccess: ({ email, emailStatus }) => {
    if (emailStatus === 'queued') toast.success(`A fresh link is on its way to ${email}`)
    if (emailStatus === 'limited')
      toast.error('No email was sent', 'There were too many within the hour. Open one of the links you have.')
  },
})

export const changePassword = mutationOptions({
  mutationFn: (passwords: { currentPassword: string; newPassword: string }) =>
    call(accounts.changePassword, { body: passwords }),
  meta: { success: 'Password changed', quiet: true, refresh: [mySessions.queryKey] },
})

export const endSession = (id: string) =>
  mutationOptions({
    mutationFn: () => call(accounts.endOneSession, { params: { id } }),
    onSettled: (_nothing, _error, _variables, _before, { client }) => lookAgain(client),
    meta: { success: 'Session ended', failure: 'Failed to end the session' },
  })

export const endOtherSessions = mutationOptions({
  mutationFn: () => call(accounts.endOtherSessions),
  onSettled: (_nothing, _error, _variables, _before, { client }) => lookAgain(client),
  meta: { success: 'All other sessions have ended', failure: 'Failed to end the other sessions' },
})

/** After a refusal too: it may have ended elsewhere. */
const lookAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: mySessions.queryKey })
