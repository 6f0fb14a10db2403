import { members } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { ADA, MADE, MAYA, NOW, SAM } from './sample-data.ts'

const invited = { email: 'lea@marsh.example', role: 'member', sees: 'assigned' } as const
const owner = {
  id: ADA.id,
  name: ADA.name,
  email: ADA.email,
  role: 'owner' as const,
  sees: 'all' as const,
  lastSeenAt: null,
  clients: 1,
  pausedAt: null,
  invited: null,
}
const colleague = { ...owner, ...SAM, email: 'sam@marsh.example', role: 'member' as const, clients: 0 }
const invitation = {
  ...invited,
  id: MADE.invitation,
  name: null,
  lastSeenAt: null,
  clients: 1,
  pausedAt: null,
  invited: { at: NOW, until: NOW },
}

const workspace = {
  ...{ id: ADA.id, name: ADA.company, role: 'owner' as const, sees: 'all' as const },
  ...{ memberLimit: 3, membersUsed: 3, requireSecondFactor: false, pausesAt: null, pausedAt: null },
}

export const memberExamples = [
  callExample(members.workspace, {
    description: 'The only call about the workspace that a member who is paused may make.',
    response: workspace,
  }),
  callExample(members.rename, {
    description: 'For the owner and admins. `null`: the name of the member stands alone.',
    request: { body: { name: 'Marsh Studio' } },
    response: { ...workspace, name: 'Marsh Studio' },
    errors: ['MANAGERS_ONLY'],
  }),
  callExample(members.requireFactor, {
    description:
      'For the owner, who has to have one first. Members who have none get `SECOND_FACTOR_NEEDED` from their next call on until they set one up, and nobody turns theirs off.',
    request: { body: { required: true } },
    response: { ...workspace, requireSecondFactor: true },
    errors: ['OWNER_ONLY', 'OWN_FACTOR_FIRST'],
  }),
  callExample(members.choose, {
    description: `For the owner, who is always among them. After a change to a smaller plan everybody works on for ${members.PAUSE_DAYS} days; then those who came last are paused, unless the owner has chosen. Where there is room for all again, everybody works at once.`,
    request: { body: { memberIds: [ADA.id] } },
    response: [owner, { ...colleague, pausedAt: NOW }],
    errors: ['OWNER_ONLY', 'MEMBER_LIMIT_REACHED', 'MEMBER_NOT_FOUND', 'ROOM_FOR_ALL'],
  }),
  callExample(members.transfer, {
    description:
      'Projects have the time zone of the new owner from then on. Of two at the same time, one succeeds.',
    request: { body: { to: MADE.member, password: ADA.password } },
    response: { ...workspace, role: 'admin' },
    errors: ['OWNER_ONLY', 'MEMBER_NOT_FOUND', 'WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
  }),
  callExample(members.workspaces, {
    response: [{ id: ADA.id, name: ADA.company, role: 'owner', current: true }],
  }),
  callExample(members.switchTo, {
    description:
      'The token from before goes on working in its own workspace. Logging out with either ends both.',
    request: { body: { workspaceId: ADA.id } },
    response: {
      token: MADE.sessionToken,
      user: { id: ADA.id, name: ADA.name, email: ADA.email, role: 'freelancer' },
    },
    errors: ['WORKSPACE_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
  callExample(members.list, { response: [owner, colleague, invitation] }),
  callExample(members.invite, {
    description: `For the owner and admins. The link works for ${members.INVITATION_DAYS} days, from the last email on. The same address again changes what the invitation offers and mails another link; without \`clientIds\` it keeps its clients. Members and open invitations take places of the plan.`,
    request: { body: { ...invited, clientIds: [MAYA.id] } },
    response: { invitation, emailStatus: 'queued' },
    errors: [
      'MANAGERS_ONLY',
      'MEMBER_EXISTS',
      'MEMBER_LIMIT_REACHED',
      'ADMINS_SEE_ALL',
      'EMAIL_UNCONFIRMED',
      'CLIENT_NOT_FOUND',
    ],
  }),
  callExample(members.withdraw, {
    request: { params: { id: MADE.invitation } },
    errors: ['MANAGERS_ONLY', 'INVITATION_NOT_FOUND'],
  }),
  callExample(members.invitation, {
    description: 'With a session, it says whose it is.',
    request: { params: { token: MADE.invitationToken } },
    response: {
      state: 'open',
      email: invited.email,
      workspace: { id: ADA.id, name: ADA.company },
      invitedBy: ADA.name,
      role: invited.role,
      until: NOW,
      hasAccount: false,
      signedInAs: null,
    },
    errors: ['INVITATION_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
  callExample(members.accept, {
    description:
      'Somebody new sends a name and a password, somebody with an account their password; who is signed in with the invited address sends nothing, and who is signed in with another, the code that was mailed to the invited one. A login that needs a second step comes first, by itself. The session is in the workspace, and the address counts as confirmed.',
    request: {
      params: { token: MADE.invitationToken },
      body: { name: 'Lea Holm', password: 'a battery of seven horses' },
    },
    response: {
      token: MADE.sessionToken,
      user: { id: MADE.member, name: 'Lea Holm', email: invited.email, role: 'freelancer' },
    },
    errors: [
      'INVITATION_NOT_FOUND',
      'INVITATION_OVER',
      'INVITED_AS_OTHER',
      'CODE_NEEDED',
      'CODE_WRONG',
      'SECOND_STEP_NEEDED',
      'WRONG_LOGIN',
      'ACCOUNT_SUSPENDED',
      'EMAIL_TAKEN',
      'REGISTRATION_CLOSED',
      'TOO_MANY_REQUESTS',
    ],
  }),
  callExample(members.sendCode, {
    description:
      'For somebody who is signed in with another address, and means to join as that. Ends the code before it. A code can be tried five times. Who is signed in with the invited address needs none: `emailStatus` is `none`.',
    request: { params: { token: MADE.invitationToken } },
    response: { email: invited.email, emailStatus: 'queued' },
    errors: ['INVITATION_NOT_FOUND', 'INVITATION_OVER', 'TOO_MANY_REQUESTS'],
  }),
  callExample(members.change, {
    description: 'For the owner and admins. Open connections of the member begin again.',
    request: { params: { id: MADE.member }, body: { role: 'admin' } },
    response: {
      id: MADE.member,
      name: 'Sam Reed',
      email: invited.email,
      role: 'admin',
      sees: 'all',
      lastSeenAt: null,
      clients: 0,
      pausedAt: null,
      invited: null,
    },
    errors: ['MANAGERS_ONLY', 'MEMBER_NOT_FOUND', 'OWNER_STAYS', 'ADMINS_SEE_ALL'],
  }),
  callExample(members.remove, {
    description:
      'For the owner and admins; everybody but the owner may leave. Whom the member led or was assigned to goes to somebody else of the workspace. Somebody who is a member of no other gets an empty workspace of their own with their next login.',
    request: { params: { id: MADE.member }, body: { handOverTo: ADA.id } },
    errors: ['MANAGERS_ONLY', 'MEMBER_NOT_FOUND', 'OWNER_STAYS'],
  }),
]
