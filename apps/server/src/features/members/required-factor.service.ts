import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { hasFactor } from '../../platform/http/has-factor.ts'
import { problem } from '../../platform/http/problem.ts'
import { requireRight } from '../access/member-rules.ts'
import { restrictSessions } from '../access/restrict-sessions.ts'
import { audit } from '../audit/audit.ts'
import { lockMembers } from './lock-members.ts'
import { setRequiresFactor } from './members.repository.ts'
import { getWorkspace } from './members.service.ts'

export const OwnFactorFirst = problem(
  'OWN_FACTOR_FIRST',
  409,
  'Set up two-step sign-in for yourself first.',
  { when: 'The owner requires a second factor of everybody and has none.' },
)

/** Members without one set it up before anything else, from their next call on. */
export async function requireFactor(ctx: AppContext, freelancer: Freelancer, required: boolean) {
  const { workspaceId } = freelancer
  const sessions = await ctx.db.transaction().execute(async (trx) => {
    const { by } = await lockMembers(ctx, trx, freelancer)
    requireRight(by, { kind: 'require_factor' })
    if (required && !by.hasFactor) throw new OwnFactorFirst()
    if (!(await setRequiresFactor(trx, workspaceId, required))) return []
    const details = { method: required ? 'on' : 'off' }
    await audit({ ...ctx, db: trx }, freelancer, { action: 'factor.required', details })
    if (!required) return []
    return restrictSessions(
      trx,
      sql`workspace_id = ${workspaceId} and not ${hasFactor(sql`session.freelancer_id`)}`,
    )
  })
  sessions.forEach(ctx.sessionCache.drop)
  ctx.live.changed({ workspaceId }, 'members.requireFactor')
  return getWorkspace(ctx, freelancer)
}
