import * as Type from 'typebox'
import { AnyPassword, DeviceId, RememberToken, SignedIn } from './accounts.ts'
import {
  Email,
  EmailStatus,
  Id,
  Instant,
  Name,
  nullable,
  Password,
  StrictObject,
  Token,
  visibleText,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { durationInWords } from './format-duration.ts'
import { withPlans } from './plans.ts'
import { CODE_SECONDS, Code } from './reviews.ts'

export const INVITATION_DAYS = 7

export type Role = Type.Static<typeof Role>
export const Role = Type.Enum(['owner', 'admin', 'member'])

/** A workspace has one owner, who hands it over. */
export type GivenRole = Type.Static<typeof GivenRole>
export const GivenRole = Type.Enum(['admin', 'member'])

/** Which clients a member reaches. Owners and admins reach all. */
export type Sees = Type.Static<typeof Sees>
export const Sees = Type.Enum(['all', 'assigned'])

export type Workspace = Type.Static<typeof Workspace>
export const Workspace = Type.Object({
  id: Id,
  /** The name under which clients meet it; null: that of the member. */
  name: nullable(Type.String()),
  role: Role,
  sees: Sees,
  memberLimit: withPlans(Type.Integer()),
  /** Open invitations included. */
  membersUsed: Type.Integer(),
  /** Whether the owner requires a second factor of everybody who works in it. */
  requireSecondFactor: Type.Boolean(),
  /** When the newest members beyond the limit are paused, unless the owner chooses before. Null: there is room for all who work. */
  pausesAt: nullable(Instant),
  /** Since when you are paused: you can read this, and nothing else. */
  pausedAt: nullable(Instant),
})

export type Member = Type.Static<typeof Member>
export const Member = Type.Object({
  id: Id,
  /** Null: somebody who is invited and has not answered yet. */
  name: nullable(Type.String()),
  email: Type.String(),
  role: Role,
  sees: Sees,
  lastSeenAt: nullable(Instant),
  /** How many clients they are assigned to. */
  clients: Type.Integer(),
  /** Since when they are paused, because the plan has no room for them. */
  pausedAt: nullable(Instant),
  /** Since when they are invited, and until when; null for members. */
  invited: nullable(Type.Object({ at: Instant, until: Instant })),
})

export type NewInvitation = Type.Static<typeof NewInvitation>
export const NewInvitation = StrictObject({
  email: Email,
  role: GivenRole,
  sees: Sees,
  /** Clients that they are assigned to from the beginning. Without it, an invitation that is renewed keeps its own. */
  clientIds: Type.Optional(Type.Array(Id, { maxItems: 1_000, uniqueItems: true })),
})

export type Invitation = Type.Static<typeof Invitation>
export const Invitation = Type.Object({
  state: Type.Enum(['open', 'accepted', 'withdrawn', 'expired']),
  /** The address that was invited. */
  email: Type.String(),
  workspace: Type.Object({ id: Id, name: Type.String() }),
  invitedBy: nullable(Type.String()),
  role: GivenRole,
  until: Instant,
  /** Whether somebody has an account with this address, and so logs in instead of registering. */
  hasAccount: Type.Boolean(),
  /** Who is signed in: the invited person, or somebody else, who needs a code to join as themselves. Null: nobody. */
  signedInAs: nullable(Type.Object({ email: Type.String(), isInvited: Type.Boolean() })),
})

export const workspace = endpoint({
  method: 'GET',
  url: '/workspace',
  config: { access: 'freelancer', whilePaused: true },
  schema: { summary: 'The workspace that you work in, and who you are there', response: { 200: Workspace } },
})

export type WorkspaceChange = Type.Static<typeof WorkspaceChange>
export const WorkspaceChange = Type.Object(
  { name: Type.Optional(nullable(Name)) },
  { additionalProperties: false, minProperties: 1 },
)

export const rename = endpoint({
  method: 'PUT',
  url: '/workspace',
  config: { access: 'freelancer', whenBlank: 'Please enter a name.' },
  schema: {
    summary: 'Change the name under which clients meet the workspace',
    body: WorkspaceChange,
    response: { 200: Workspace },
  },
})

export const requireFactor = endpoint({
  method: 'PUT',
  url: '/workspace/second-factor',
  config: { access: 'freelancer', sensitive: true },
  schema: {
    summary:
      'Require two-step sign-in of everybody who works in the workspace: who has none sets it up before anything else',
    body: StrictObject({ required: Type.Boolean() }),
    response: { 200: Workspace },
  },
})

export const transfer = endpoint({
  method: 'POST',
  url: '/workspace/transfer',
  config: { access: 'freelancer', sensitive: 'own-password', whenBlank: 'Please enter your password.' },
  schema: {
    summary: 'Hand the workspace over to another member, who is its owner then; you stay as an admin',
    body: StrictObject({ to: Id, password: AnyPassword }),
    response: { 200: Workspace },
  },
})

export const workspaces = endpoint({
  method: 'GET',
  url: '/auth/workspaces',
  config: { access: 'freelancer', beforeFactor: true, whilePaused: true },
  schema: {
    summary: 'The workspaces that you are a member of, the last opened first',
    response: {
      200: Type.Array(
        Type.Object({
          id: Id,
          /** Of the owner, where it has none. */
          name: Type.String(),
          role: Role,
          /** That of the session of this request. */
          current: Type.Boolean(),
        }),
      ),
    },
  },
})

export const switchTo = endpoint({
  method: 'POST',
  url: '/auth/switch',
  config: { access: 'freelancer', beforeFactor: true, whilePaused: true },
  schema: {
    summary: 'Work in another workspace of yours: a token for it, which ends with this session',
    body: StrictObject({ workspaceId: Id }),
    response: { 200: SignedIn },
  },
})

export const list = endpoint({
  method: 'GET',
  url: '/members',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Who works in the workspace, the owner first, then those who are invited',
    response: { 200: Type.Array(Member) },
  },
})

export const invite = endpoint({
  method: 'POST',
  url: '/members/invitations',
  config: { access: 'freelancer', sensitive: true, whenBlank: 'Please enter an email.' },
  schema: {
    summary: 'Invite somebody to the workspace by email; the same address again is mailed a new link',
    body: NewInvitation,
    response: { 201: Type.Object({ invitation: Member, emailStatus: EmailStatus }) },
  },
})

export const withdraw = endpoint({
  method: 'DELETE',
  url: '/members/invitations/:id',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Withdraw an invitation; its links stop working at once',
    params: Type.Object({ id: Id }),
    response: { 204: Type.Null() },
  },
})

export const invitation = endpoint({
  method: 'GET',
  url: '/invitations/:token',
  config: { access: 'optional', beforeFactor: true, whilePaused: true },
  schema: {
    summary: 'What an invitation by email is about, and whether it is still open',
    params: Type.Object({ token: Token }),
    response: { 200: Invitation },
  },
})

export type Acceptance = Type.Static<typeof Acceptance>
export const Acceptance = StrictObject({
  /** Of somebody new. */
  name: Type.Optional(Name),
  /** Chosen by somebody new, or that of their account. Not needed by who is signed in. */
  password: Type.Optional(Password),
  timeZone: Type.Optional(/* @__PURE__ */ visibleText(64)),
  /** Of somebody who is signed in with another address than the one that was invited. */
  code: Type.Optional(Code),
  deviceId: Type.Optional(DeviceId),
  rememberToken: Type.Optional(RememberToken),
})

export const accept = endpoint({
  method: 'POST',
  url: '/invitations/:token',
  config: {
    access: 'optional',
    beforeFactor: true,
    whilePaused: true,
    whenBlank: 'All fields are required.',
  },
  schema: {
    summary: 'Accept an invitation and come into its workspace',
    params: Type.Object({ token: Token }),
    body: Acceptance,
    response: { 200: SignedIn },
  },
})

export const sendCode = endpoint({
  method: 'POST',
  url: '/invitations/:token/code',
  config: { access: 'freelancer', beforeFactor: true, whilePaused: true },
  schema: {
    summary: `Have a code of six digits mailed to the invited address, to join with another; it works for ${durationInWords(CODE_SECONDS)}`,
    params: Type.Object({ token: Token }),
    response: { 200: Type.Object({ email: Type.String(), emailStatus: EmailStatus }) },
  },
})

export type MemberChange = Type.Static<typeof MemberChange>
export const MemberChange = Type.Object(
  { role: Type.Optional(GivenRole), sees: Type.Optional(Sees) },
  { additionalProperties: false, minProperties: 1 },
)

export const change = endpoint({
  method: 'PUT',
  url: '/members/:id',
  config: { access: 'freelancer', sensitive: true },
  schema: {
    summary: 'Change the role of a member, or which clients they reach; it holds from their next call on',
    params: Type.Object({ id: Id }),
    body: MemberChange,
    response: { 200: Member },
  },
})

/** How long members beyond the limit of a plan work on before the newest of them are paused. */
export const PAUSE_DAYS = 14

export const choose = endpoint({
  method: 'PUT',
  url: '/workspace/active-members',
  config: { access: 'freelancer', sensitive: true },
  schema: {
    summary:
      'Choose who works on where the plan has not room for all; the others are paused until there is room or they are chosen',
    body: StrictObject({ memberIds: Type.Array(Id, { maxItems: 100, uniqueItems: true }) }),
    response: { 200: Type.Array(Member) },
  },
})

export const remove = endpoint({
  method: 'DELETE',
  url: '/members/:id',
  config: { access: 'freelancer', sensitive: true },
  schema: {
    summary:
      'Remove a member, or leave; their clients are handed over, their sessions end at once, and what they wrote keeps their name',
    params: Type.Object({ id: Id }),
    body: StrictObject({ handOverTo: Id }),
    response: { 204: Type.Null() },
  },
})
