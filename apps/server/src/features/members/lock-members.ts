import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { NotSignedIn } from '../../platform/http/access.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/sql/database.ts'
import { lockWorkspace } from '../access/lock-workspace.ts'
import { requireSession } from '../accounts/sessions.service.ts'
import { findMember } from './members.repository.ts'

export const MemberNotFound = problem('MEMBER_NOT_FOUND', 404, 'Member not found.', {
  when: 'Nobody with this id works in the workspace.',
})

/**
 * Locks the workspace and the session, and reads the membership as it is now: a change of members waits for another, and sees what it
 * did.
 */
export async function lockMembers(ctx: AppContext, trx: Db, freelancer: Freelancer) {
  const workspace = await lockWorkspace(trx, freelancer)
  await requireSession({ ...ctx, db: trx }, freelancer)
  const by = await findMember(trx, freelancer)
  if (!workspace || !by) throw new NotSignedIn()
  return { workspace, by }
}
