import type Stripe from 'stripe'
import type { AppContext } from '../../platform/context.ts'
import { NotSignedIn } from '../../platform/http/access.ts'
import type { Db } from '../../platform/sql/database.ts'
import { audit } from '../audit/audit.ts'
import { queueForAccount } from './account-queue.ts'
import {
  type Account,
  deleteCustomer,
  factsToColumns,
  incrementRevision,
  lockAccount,
  saveFacts,
  saveReadTime,
} from './billing.repository.ts'
import { FREE_FACTS, readStripeState, type StripeState } from './facts.ts'
import type { StripeCalls } from './stripe-calls.ts'
import { hasResponse, mapStripeError, undefinedIfNotFound } from './stripe-errors.ts'

export type BillingContext = Pick<AppContext, 'db' | 'payments' | 'live' | 'clock' | 'log'>

export interface LockedAccount extends StripeCalls {
  db: Db
  /** As it was when it was locked, and then with what `sync` has stored. */
  account: Account
  /**
   * Reads the account's state from Stripe, and stores it unless it is uncertain (see `readState`). `forgetUnknown`: a customer
   * that Stripe does not know, or has deleted, is removed.
   */
  sync(options?: { forgetUnknown?: boolean }): Promise<StripeState>
}

/** Runs `action` in a transaction that locks the account's row, so that an older state of Stripe never overwrites a newer one. */
export async function withLockedAccount<T>(
  ctx: BillingContext,
  workspaceId: string,
  action: (locked: LockedAccount) => Promise<T>,
): Promise<T> {
  const stripe = await ctx.payments.stripe()
  let changed = false
  try {
    const result = await queueForAccount(workspaceId, () =>
      ctx.db.transaction().execute(async (db) => {
        const account = await lockAccount(db, workspaceId)
        if (!account) throw new NotSignedIn()
        const { revision } = account
        return action({
          db,
          stripe,
          account,
          key: (action) => ({ idempotencyKey: `portico:${workspaceId}:${revision}:${action}` }),
          async sync({ forgetUnknown = false } = {}) {
            const known = await readState(ctx, { db, stripe, account }, forgetUnknown)
            if (known.isCertain && (await storeFacts(ctx, db, account, known.state.facts))) changed = true
            return known.state
          },
        })
      }),
    )
    if (changed) ctx.live.changed({ workspaceId }, 'billing.accountSynced')
    return result
  } catch (error) {
    // Stripe would repeat this response for the same idempotency key.
    if (hasResponse(error)) await incrementRevision(ctx.db, workspaceId)
    throw mapStripeError(error)
  }
}

/** `isCertain` is false when the state must not change the stored plan. */
async function readState(
  ctx: BillingContext,
  { db, stripe, account }: Pick<LockedAccount, 'db' | 'stripe' | 'account'>,
  forgetUnknown: boolean,
): Promise<{ state: StripeState; isCertain: boolean }> {
  const { workspace_id: freelancer, customer_id: customer } = account
  const state = customer ? await readStripeState(stripe, customer).catch(undefinedIfNotFound) : null
  const customerState =
    customer && (forgetUnknown || !state) ? await findCustomerState(stripe, customer) : 'known'
  if (customerState === 'unknown')
    ctx.log.warn({ freelancer, customer }, 'Stripe does not know this customer')
  if (customerState !== 'known' && forgetUnknown) {
    await deleteCustomer(db, freelancer)
    Object.assign(account, { customer_id: null, checkout_session_id: null })
  }
  // An unknown customer may belong to another Stripe account, after a mix-up of keys. A freelancer without a subscription
  // may have been given a plan by the operator.
  if (customerState === 'unknown' || (!state && !account.subscription_id)) {
    const facts = { ...FREE_FACTS, subscribedBefore: account.subscribed_before }
    return { state: { ...NO_SUBSCRIPTIONS, facts }, isCertain: false }
  }
  const ended = { ...NO_SUBSCRIPTIONS, facts: { ...FREE_FACTS, subscribedBefore: true } }
  return { state: state ?? ended, isCertain: true }
}

const NO_SUBSCRIPTIONS = { live: undefined, unended: [] }

async function findCustomerState(stripe: Stripe, customerId: string) {
  const customer = await stripe.customers.retrieve(customerId).catch(undefinedIfNotFound)
  if (!customer) return 'unknown'
  return customer.deleted ? 'deleted' : 'known'
}

/** The state at Stripe says so, and not who has caused it there. */
async function auditPlan(
  ctx: BillingContext,
  { workspace_id: workspaceId, plan: from }: Account,
  to: Account['plan'],
) {
  if (from === to) return
  await audit(ctx, { side: 'system', workspaceId }, { action: 'plan.changed', details: { from, to } })
}

/** True when the facts differ from what was stored. */
async function storeFacts(ctx: BillingContext, db: Db, account: Account, facts: StripeState['facts']) {
  const { workspace, account: billing } = factsToColumns(facts)
  const columns = { ...workspace, ...billing }
  const isChanged = Object.entries(columns).some(
    ([column, value]) => account[column as keyof Account] !== value,
  )
  if (isChanged) {
    await saveFacts(db, account.workspace_id, facts)
    await auditPlan({ ...ctx, db }, account, facts.plan)
    Object.assign(account, columns)
  }
  await saveReadTime(db, account.workspace_id, ctx.clock.now())
  return isChanged
}
