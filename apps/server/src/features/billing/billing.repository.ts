import type { billing, PaidPlan, Plan } from '@portico/contract'
import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, instant, type Json } from '../../platform/sql/json.ts'
import { statement } from '../../platform/sql/statement.ts'
import type { Facts } from './facts.ts'

const status = statement<{ id: string }, { json: Json<billing.BillingStatus> }>(
  'billing_status',
  ($) =>
    asJson(sql`
    select plan, subscription_status as "subscriptionStatus", ${instant('current_period_end')} as "currentPeriodEnd",
      coalesce(cancel_at_period_end, false) as "cancelAtPeriodEnd", ${instant('trial_ends_at')} as "trialEndsAt",
      next_plan as "nextPlan", coalesce(has_card, false) as "hasCard",
      case when last_charged_at is not null then json_build_object(
        'amount', last_charge_pence, 'at', ${instant('last_charged_at')}
      ) end as "lastCharge",
      case when plan = 'free' and ended_plan is not null then json_build_object(
        'plan', ended_plan, 'at', ${instant('ended_at')}, 'reason', ended_reason,
        'dismissed', coalesce(end_dismissed_id = ended_subscription_id, false)
      ) end as ended
    from workspace left join billing_account on workspace_id = id
    where id = ${$.id}`),
  { sharesConnection: true },
)

export async function findStatus(db: Db, { workspaceId }: Pick<Freelancer, 'workspaceId'>) {
  const [found] = await status(db, { id: workspaceId })
  return found?.json
}

export type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

/** Locks the account, which has the owner's name and address, until the transaction ends, so that calls to Stripe about it run one after another. */
export async function lockAccount(db: Db, workspaceId: string) {
  await db
    .insertInto('billing_account')
    .columns(['workspace_id'])
    .expression((eb) => eb.selectFrom('workspace').select('id').where('id', '=', workspaceId))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('billing_account')
    .innerJoin('workspace', 'workspace.id', 'billing_account.workspace_id')
    .innerJoin('member', (on) =>
      on.onRef('member.workspace_id', '=', 'workspace.id').on('member.role', '=', 'owner'),
    )
    .innerJoin('freelancer', 'freelancer.id', 'member.person_id')
    .selectAll('billing_account')
    .select(['plan', 'subscription_status', 'freelancer.name', 'freelancer.email'])
    .where('billing_account.workspace_id', '=', workspaceId)
    .forUpdate('billing_account')
    .executeTakeFirst()
}

export function saveCustomer(db: Db, workspaceId: string, customerId: string) {
  return updateAccount(db, workspaceId, { customer_id: customerId })
}

/** The next purchase creates another customer. */
export function deleteCustomer(db: Db, workspaceId: string) {
  return updateAccount(db, workspaceId, {
    customer_id: null,
    checkout_session_id: null,
    checkout_plan: null,
  })
}

export function saveCheckout(db: Db, workspaceId: string, session: { id: string; plan: PaidPlan } | null) {
  return updateAccount(db, workspaceId, {
    checkout_session_id: session?.id ?? null,
    checkout_plan: session?.plan ?? null,
  })
}

export function factsToColumns(facts: Facts) {
  return {
    workspace: { plan: facts.plan, subscription_status: facts.status },
    account: {
      subscription_id: facts.subscriptionId,
      current_period_end: facts.currentPeriodEnd?.toISOString() ?? null,
      trial_ends_at: facts.trialEndsAt?.toISOString() ?? null,
      cancel_at_period_end: facts.cancelAtPeriodEnd,
      next_plan: facts.nextPlan,
      has_card: facts.hasCard,
      last_charge_pence: facts.lastCharge?.amount ?? null,
      last_charged_at: facts.lastCharge?.at.toISOString() ?? null,
      ended_subscription_id: facts.ended?.subscriptionId ?? null,
      ended_plan: facts.ended?.plan ?? null,
      ended_at: facts.ended?.at?.toISOString() ?? null,
      ended_reason: facts.ended?.reason ?? null,
      ...(facts.subscribedBefore && { subscribed_before: true }),
    },
  }
}

export async function saveFacts(db: Db, workspaceId: string, facts: Facts) {
  const { workspace, account } = factsToColumns(facts)
  const { plan, subscription_status: status } = workspace
  const changed = await db
    .updateTable('workspace')
    .set(workspace)
    .where('id', '=', workspaceId)
    .where((eb) => eb.or([eb('plan', '!=', plan), eb('subscription_status', '!=', status)]))
    .returning('id')
    .executeTakeFirst()
  if (changed) await tellOfPlan(db, workspaceId)
  await updateAccount(db, workspaceId, account)
}

/** For the seed and tests only. In the product a plan follows from the state at Stripe. */
export async function setPlan(db: Db, workspaceId: string, plan: Plan) {
  const changed = await db
    .updateTable('workspace')
    .set({ plan })
    .where('id', '=', workspaceId)
    .where('plan', '!=', plan)
    .returning('id')
    .executeTakeFirst()
  if (changed) await tellOfPlan(db, workspaceId)
}

/** Limits and live chat depend on the plan, so every process is notified of a change after the commit. */
async function tellOfPlan(db: Db, workspaceId: string) {
  await sql`select pg_notify('plan_changed', ${workspaceId})`.execute(db)
}

/** Each change takes a new revision, which gives the next calls to Stripe new idempotency keys. */
async function updateAccount(db: Db, workspaceId: string, part: object) {
  await db
    .updateTable('billing_account')
    .set({ ...part, revision: sql`revision + 1` })
    .where('workspace_id', '=', workspaceId)
    .execute()
}

export function incrementRevision(db: Db, workspaceId: string) {
  return updateAccount(db, workspaceId, {})
}

/** Holds for the plan that ended last; the next one gets a notice again. */
export async function saveDismissal(db: Db, workspaceId: string) {
  await db
    .updateTable('billing_account')
    .set((eb) => ({ end_dismissed_id: eb.ref('ended_subscription_id') }))
    .where('workspace_id', '=', workspaceId)
    .execute()
}

export async function saveReadTime(db: Db, workspaceId: string, now: Date) {
  await db
    .updateTable('billing_account')
    .set({ read_at: now.toISOString() })
    .where('workspace_id', '=', workspaceId)
    .execute()
}

export function findAccountByCustomer(db: Db, customerId: string) {
  return db
    .selectFrom('billing_account')
    .select('workspace_id as id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

export function findCustomer(db: Db, { workspaceId }: Pick<Freelancer, 'workspaceId'>) {
  return db
    .selectFrom('billing_account')
    .select(['customer_id as customerId', 'read_at as readAt'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
}

/** Accounts with a subscription, or with a checkout that may have been completed. */
export async function listPayingAccounts(db: Db) {
  const rows = await db
    .selectFrom('billing_account')
    .select(['workspace_id as id'])
    .where('customer_id', 'is not', null)
    .where((eb) => eb.or([eb('subscription_id', 'is not', null), eb('checkout_session_id', 'is not', null)]))
    .orderBy('workspace_id')
    .execute()
  return rows.map(({ id }) => id)
}

/** False for a repeated event. A concurrent delivery waits here until the first is committed or rolled back. */
export async function insertEvent(db: Db, { id, type }: { id: string; type: string }) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('stripe_event')
    .values({ id, type })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteOldEvents(db: Db, before: Date) {
  await db.deleteFrom('stripe_event').where('received_at', '<', before.toISOString()).execute()
}
