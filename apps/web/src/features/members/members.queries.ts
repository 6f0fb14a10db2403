import { members } from '@portico/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { leaveWorkspace, startFreelancerSession } from '../../app/session.ts'
import { toast } from '../../ui/toast.ts'
import { DELAYED_TEXT, myProfile } from '../accounts/accounts.queries.ts'

/** The owner first; those who are invited come last. */
export const allMembers = queryOptions({
  queryKey: ['members', 'list'],
  queryFn: ({ signal }) => call(members.list, undefined, { signal }),
})

export const myWorkspaces = queryOptions({
  queryKey: ['members', 'workspaces'],
  queryFn: ({ signal }) => call(members.workspaces, undefined, { signal }),
})

export const renameWorkspace = mutationOptions({
  mutationFn: (body: members.WorkspaceChange) => call(members.rename, { body }),
  meta: { calls: 'members.rename', success: 'Name saved', quiet: true },
})

/** The same address again is mailed another link. */
export const inviteMember = mutationOptions({
  mutationFn: (body: members.NewInvitation) => call(members.invite, { body }),
  meta: { calls: 'members.invite', quiet: true },
  onSuccess: ({ invitation: { email }, emailStatus }, _body, _begun, { client }) => {
    if (emailStatus === 'limited')
      toast.error(
        'No email was sent',
        'There were too many within the hour. Send the invitation again later.',
      )
    else if (client.getQueryData(myProfile.queryKey)?.emailsDelayedSince)
      toast.info(`The invitation for ${email} waits`, DELAYED_TEXT)
    else toast.success(`An invitation is on its way to ${email}`)
  },
})

/** It keeps the clients that it was made with. */
export const resendInvitation = mutationOptions({
  ...inviteMember,
  meta: { calls: 'members.invite', failure: 'The invitation was not sent' },
})

export const withdrawInvitation = (id: string) =>
  mutationOptions({
    mutationFn: () => call(members.withdraw, { params: { id } }),
    meta: {
      calls: 'members.withdraw',
      success: 'Invitation withdrawn',
      failure: 'The invitation was not withdrawn',
    },
  })

export const changeMember = (id: string) =>
  mutationOptions({
    mutationFn: (body: members.MemberChange) => call(members.change, { params: { id }, body }),
    meta: { calls: 'members.change', success: 'Member changed', quiet: true },
  })

/** The owner is always among those who work on. */
export const chooseMembers = mutationOptions({
  mutationFn: (memberIds: string[]) => call(members.choose, { body: { memberIds } }),
  meta: { calls: 'members.choose', success: 'Your choice is saved', quiet: true },
})

export const removeMember = ({ id, name }: Pick<members.Member, 'id' | 'name'>) =>
  mutationOptions({
    mutationFn: (handOverTo: string) => call(members.remove, { params: { id }, body: { handOverTo } }),
    meta: { calls: 'members.remove', success: `${name} is removed`, quiet: true },
  })

/** The session in this workspace has ended with it. */
export const leave = (id: string) =>
  mutationOptions({
    mutationFn: (handOverTo: string) => call(members.remove, { params: { id }, body: { handOverTo } }),
    onSuccess: leaveWorkspace,
    meta: { success: 'You have left the workspace', quiet: true },
  })

export const transferWorkspace = mutationOptions({
  mutationFn: (body: { to: string; password: string }) => call(members.transfer, { body }),
  meta: { calls: 'members.transfer', success: 'The workspace has a new owner', quiet: true },
})

/** `leavePage` navigates away from what belongs to the workspace on screen. */
export const switchWorkspace = (leavePage: () => Promise<void>) =>
  mutationOptions({
    mutationFn: ({ id }: { id: string; name: string }) =>
      call(members.switchTo, { body: { workspaceId: id } }),
    onSuccess: async ({ token, user }, { name }) => {
      await leavePage()
      startFreelancerSession(token, user)
      toast.info(`You are in ${name} now`)
    },
    meta: { calls: 'members.switchTo', failure: 'The other workspace did not open' },
  })
