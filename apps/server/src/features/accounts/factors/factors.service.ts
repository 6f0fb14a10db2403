import type { factors } from '@portico/contract'
import { sql } from 'kysely'
import type { Freelancer } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { problem } from '../../../platform/http/problem.ts'
import { restrictSessions } from '../../access/restrict-sessions.ts'
import { audit } from '../../audit/audit.ts'
import { findFreelancerByEmail } from '../accounts.repository.ts'
import { personOf } from '../accounts.service.ts'
import type { Visitor } from '../visitor.ts'
import { changeFactors, FactorNotFound, hasAny, replaceCodes, worksHere } from './change-factors.ts'
import { queueFactorEmail } from './factor-emails.ts'
import {
  deleteAllFactors,
  deleteFactorsSince,
  findFactors,
  findRequiringWorkspace,
  lockPerson,
} from './factors.repository.ts'

export const FactorRequired = problem(
  'FACTOR_REQUIRED',
  409,
  'Two-step sign-in is required here, so it cannot be turned off.',
  { when: 'The operator, or the owner of a workspace of yours, requires a second factor.' },
)

export async function listFactors(ctx: AppContext, { personId }: Freelancer): Promise<factors.Factors> {
  const { appSince, passkeys, recoveryCodesLeft } = await findFactors(ctx.db, personId)
  const workspace = await findRequiringWorkspace(ctx.db, personId)
  const { requireSecondFactor } = ctx.config
  return {
    app: appSince ? { since: appSince } : null,
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      createdAt: passkey.createdAt,
      lastUsedAt: passkey.lastUsedAt,
      worksHere: worksHere(ctx)(passkey),
    })),
    recoveryCodesLeft,
    required: requireSecondFactor || workspace !== undefined,
    requiredBy: requireSecondFactor ? null : (workspace?.name ?? null),
  }
}

export async function makeRecoveryCodes(ctx: AppContext, freelancer: Freelancer, visitor: Visitor) {
  return changeFactors(ctx, freelancer, visitor, async (within, before) => {
    if (!hasAny(before)) throw new FactorNotFound()
    return {
      change: 'codes_made',
      reply: { recoveryCodes: await replaceCodes(within, freelancer.personId) },
    }
  })
}

/** Does nothing where it is off. */
export async function turnOff(ctx: AppContext, freelancer: Freelancer, visitor: Visitor) {
  const { personId } = freelancer
  if (ctx.config.requireSecondFactor) throw new FactorRequired()
  await changeFactors(ctx, freelancer, visitor, async ({ db }) => {
    if (await findRequiringWorkspace(db, personId)) throw new FactorRequired()
    const had = await deleteAllFactors(db, personId)
    return { change: had ? 'turned_off' : undefined, reply: undefined }
  })
}

/** By the operator, for somebody who has lost everything. Undefined for an unknown address. */
export async function resetFactors(ctx: Pick<AppContext, 'db' | 'outbox' | 'clock' | 'log'>, email: string) {
  const person = await findFreelancerByEmail(ctx.db, email.trim())
  if (!person) return undefined
  const { id } = person
  const had = await ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    const account = await lockPerson(trx, id)
    if (!account || !(await deleteAllFactors(trx, id))) return false
    // Where one is required, they set one up before anything else.
    await restrictSessions(trx, sql`freelancer_id = ${id}`)
    const target = { kind: 'person', id } as const
    await audit(within, { side: 'operator', about: id }, { action: 'factor.reset', target })
    await queueFactorEmail(within, account, 'reset', { address: '' })
    return true
  })
  return { name: person.name, email: person.email, had }
}

/** Removes what was set up since then, in the caller's transaction, which has locked the person. Returns whether there was anything. */
export async function removeFactorsSince(ctx: AppContext, personId: string, since: Date) {
  const had = await deleteFactorsSince(ctx.db, personId, since)
  if (had)
    await audit(ctx, personOf({ id: personId }), { action: 'factor.removed', details: { method: 'undone' } })
  return had
}
