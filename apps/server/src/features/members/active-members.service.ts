import { members, plural } from '@portico/contract'
import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { withField } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import { lockWorkspace } from '../access/lock-workspace.ts'
import { requireRight } from '../access/member-rules.ts'
import { limitsOfPlan } from '../access/plan-limits.ts'
import { restrictSessions } from '../access/restrict-sessions.ts'
import { type AuditActor, audit } from '../audit/audit.ts'
import {
  type ActiveMember,
  assignOwner,
  deletePreviewsOf,
  findActivity,
  findOverSince,
  findUnsettled,
  setOverSince,
  setPaused,
} from './active-members.repository.ts'
import { MemberLimitReached } from './invitations.service.ts'
import { lockMembers, MemberNotFound } from './lock-members.ts'
import { findMembers } from './members.repository.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    pauseMembers: Record<never, never>
  }
}

export const RoomForAll = problem(
  'ROOM_FOR_ALL',
  409,
  'The plan has room for everybody, so nobody needs to be paused.',
  {
    when: 'The owner chooses who works on, and the workspace has no more members than its plan has room for.',
  },
)

type SettleContext = Pick<AppContext, 'db' | 'clock' | 'log' | 'outbox' | 'config'>

const PAUSE_MS = members.PAUSE_DAYS * 86_400_000

/** When the newest members are paused. */
export const pausesAt = (overSince: string) => new Date(Date.parse(overSince) + PAUSE_MS).toISOString()

/** The job: what a plan has room for changes in many ways, and each of them is found within a minute. */
export async function pauseMembers(ctx: AppContext) {
  for (const workspaceId of await findUnsettled(ctx)) {
    const sessions = await ctx.db.transaction().execute(async (trx) => {
      await lockWorkspace(trx, { workspaceId })
      return settleMembers({ ...ctx, db: trx }, workspaceId)
    })
    if (sessions.length > 0) notify(ctx, workspaceId, sessions)
  }
}

/**
 * Compares who works in a workspace with what its plan has room for, in the caller's transaction, which has locked the workspace. With
 * room for all, everybody works. Over it, the owner has two weeks to choose, and then the newest are paused. Returns the sessions of
 * those for whom that changes something.
 */
export async function settleMembers(ctx: SettleContext, workspaceId: string): Promise<string[]> {
  const { db, clock } = ctx
  const { plan } = await db
    .selectFrom('workspace')
    .select('plan')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  const limit = limitsOfPlan(ctx.config, plan).memberLimit
  const all = await findActivity(db, workspaceId)
  const active = all.filter(({ pausedAt }) => !pausedAt)
  const since = await findOverSince(db, workspaceId)
  if (active.length > limit && !since) {
    await setOverSince(db, workspaceId, clock.now())
    await queueEmail(ctx, workspaceId, 'mailMembersOver')
    return []
  }
  if (active.length > limit && since) {
    if (clock.now().getTime() < Date.parse(pausesAt(since))) return []
    await setOverSince(db, workspaceId, null)
    await queueEmail(ctx, workspaceId, 'mailMembersPaused')
    return pause(ctx, workspaceId, active.slice(limit), { side: 'system', workspaceId })
  }
  if (since) await setOverSince(db, workspaceId, null)
  if (all.length > limit) return []
  return resumeMembers(ctx, workspaceId, all, { side: 'system', workspaceId })
}

/** The owner is always among them. */
export async function chooseMembers(ctx: AppContext, freelancer: Freelancer, memberIds: string[]) {
  const { workspaceId, personId } = freelancer
  const sessions = await ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    const { by, workspace } = await lockMembers(ctx, trx, freelancer)
    requireRight(by, { kind: 'choose' })
    const chosen = new Set([...memberIds, personId])
    const all = await findActivity(trx, workspaceId)
    const { title, memberLimit } = limitsOfPlan(ctx.config, workspace.plan)
    if (all.length <= memberLimit) throw new RoomForAll()
    if ([...chosen].some((id) => !all.some((member) => member.personId === id)))
      throw withField(new MemberNotFound(), 'memberIds')
    if (chosen.size > memberLimit)
      throw withField(new MemberLimitReached(title, plural(memberLimit, 'member')), 'memberIds')
    const [on, off] = [true, false].map((isChosen) =>
      all.filter((member) => chosen.has(member.personId) === isChosen),
    )
    const changed = [
      ...(await resumeMembers(within, workspaceId, on ?? [], freelancer)),
      ...(await pause(
        within,
        workspaceId,
        (off ?? []).filter(({ pausedAt }) => !pausedAt),
        freelancer,
      )),
    ]
    await setOverSince(trx, workspaceId, null)
    return changed
  })
  notify(ctx, workspaceId, sessions)
  return findMembers(ctx.db, workspaceId)
}

/** They read what they may see, and no more than why. */
async function pause(
  ctx: Pick<AppContext, 'db' | 'clock' | 'log'>,
  workspaceId: string,
  paused: ActiveMember[],
  by: AuditActor,
) {
  if (paused.length === 0) return []
  const { db, clock } = ctx
  const ids = paused.map(({ personId }) => personId)
  await setPaused(db, workspaceId, ids, clock.now())
  await deletePreviewsOf(db, workspaceId, ids)
  await assignOwner(db, workspaceId, clock.now())
  for (const id of ids) await audit(ctx, by, { action: 'member.paused', target: { kind: 'person', id } })
  return restrictMembers(ctx, workspaceId, ids)
}

/** Those among them who are paused work again. */
export async function resumeMembers(
  ctx: Pick<AppContext, 'db' | 'clock' | 'log'>,
  workspaceId: string,
  all: Pick<ActiveMember, 'personId' | 'pausedAt'>[],
  by: AuditActor,
) {
  const ids = all.filter(({ pausedAt }) => pausedAt).map(({ personId }) => personId)
  if (ids.length === 0) return []
  await setPaused(ctx.db, workspaceId, ids, null)
  for (const id of ids) await audit(ctx, by, { action: 'member.resumed', target: { kind: 'person', id } })
  return restrictMembers(ctx, workspaceId, ids)
}

function restrictMembers({ db }: Pick<AppContext, 'db'>, workspaceId: string, ids: string[]) {
  return restrictSessions(db, sql`workspace_id = ${workspaceId} and freelancer_id = any(${ids}::uuid[])`)
}

async function queueEmail(
  { db, outbox }: SettleContext,
  workspaceId: string,
  kind: 'mailMembersOver' | 'mailMembersPaused',
) {
  const owner = await lockWorkspace(db, { workspaceId })
  if (owner) await outbox.queue(db, kind, { workspaceId }, { purpose: 'account', mailbox: owner.email })
}

function notify({ sessionCache, live }: AppContext, workspaceId: string, sessions: string[]) {
  sessions.forEach(sessionCache.drop)
  live.changed({ workspaceId }, 'members.choose')
}
