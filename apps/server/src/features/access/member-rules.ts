import type { Freelancer, Role } from '../../platform/actors.ts'
import { problem } from '../../platform/http/problem.ts'

export const ManagersOnly = problem(
  'MANAGERS_ONLY',
  403,
  'Only the owner and the admins of the workspace can do this.',
  {
    when: 'A member without that role invites, changes or removes others, changes the workspace, or reads its security log.',
  },
)
export const OwnerStays = problem(
  'OWNER_STAYS',
  409,
  'A workspace needs its owner. Hand it over to somebody else first.',
  { when: 'The owner is to be removed, to leave or to get another role.' },
)

export const OwnerOnly = problem('OWNER_ONLY', 403, 'Only the owner of the workspace can do this.', {
  when: 'Somebody who is not, or no longer, the owner hands the workspace over, requires a second factor, chooses who works on, or reads or changes its plan.',
})

interface Membership {
  personId: string
  role: Role
}

export type MemberAction =
  | { kind: 'invite' | 'withdraw' | 'rename' | 'brand' | 'read_log' | OwnersAction }
  | { kind: 'change' | 'remove'; member: Membership }

const OWNERS_ACTIONS = ['transfer', 'plan', 'require_factor', 'choose'] as const
type OwnersAction = (typeof OWNERS_ACTIONS)[number]

/** The one place that says what a member may do to the workspace and its members. Everybody but the owner may leave. */
export function requireRight(by: Pick<Freelancer, 'personId' | 'role'>, action: MemberAction) {
  if (isOwnersAction(action.kind)) {
    if (by.role !== 'owner') throw new OwnerOnly()
    return
  }
  const member = 'member' in action ? action.member : undefined
  const isLeaving = action.kind === 'remove' && member?.personId === by.personId
  if (by.role === 'member' && !isLeaving) throw new ManagersOnly()
  if (member?.role === 'owner') throw new OwnerStays()
}

const isOwnersAction = (kind: string): kind is OwnersAction => OWNERS_ACTIONS.some((each) => each === kind)
