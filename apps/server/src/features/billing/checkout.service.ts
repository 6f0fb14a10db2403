import { type billing, type PaidPlan, PLANS, type Plan, paths, TRIAL_DAYS } from '@portico/contract'
import type Stripe from 'stripe'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { BillingNotSetUp } from '../../platform/payments/payments.ts'
import { audit } from '../audit/audit.ts'
import { findCustomer, saveCheckout, saveCustomer } from './billing.repository.ts'
import { cancelSubscriptions, getStatus, NoSubscription } from './billing.service.ts'
import { findPortal, listPrices } from './catalogue.ts'
import type { Facts } from './facts.ts'
import { type LockedAccount, withLockedAccount } from './locked-account.ts'
import { releaseSchedule, scheduleChangeAtPeriodEnd } from './schedule.ts'
import { isInvalidRequest, undefinedIfNotFound } from './stripe-errors.ts'

export const AlreadyOnPlan = problem<[string]>('PLAN_HELD', 409, 'You are on the %s plan already.', {
  when: 'A plan is to be bought that one already has.',
  sample: ['Pro'],
})
export const SubscriptionEnding = problem(
  'SUBSCRIPTION_ENDING',
  409,
  'Your subscription is set to end. Keep it first, then choose another plan.',
  { when: 'Another plan is chosen while a cancellation is pending.' },
)
export const ChangePending = problem<[string, string]>(
  'CHANGE_PENDING',
  409,
  'Your %s plan is set to change to %s. Keep it first, then choose another plan.',
  {
    when: 'Another plan is chosen at once while a change for the end of the period is pending.',
    sample: ['Pro', 'Starter'],
  },
)
export const PaymentDue = problem('PAYMENT_DUE', 409, 'Your last payment failed. Please pay it first.', {
  when: 'Another plan is chosen while the subscription is `past_due`.',
})

export async function startCheckout(ctx: AppContext, freelancer: Freelancer, plan: PaidPlan) {
  await ensureCustomer(ctx, freelancer)
  return withLockedAccount(ctx, freelancer.workspaceId, async (locked) => {
    // Without this, an open checkout could be completed meanwhile and start a second subscription.
    const openUrl = await reuseOrExpireCheckout(locked, plan)
    const { live, facts, unended } = await locked.sync({ forgetUnknown: true })
    assertPlanCanChange(locked.account, facts, plan)
    if (live && facts.nextPlan) throw new ChangePending(PLANS[facts.plan].title, PLANS[facts.nextPlan].title)
    await audit({ ...ctx, db: locked.db }, freelancer, {
      action: 'plan.checkout_started',
      details: { to: plan },
    })
    if (live) return { url: await createPlanChangePage(ctx, locked, live, plan) }
    // Stripe stopped collecting for these without ending them. They must not stay beside the new subscription.
    await cancelSubscriptions(
      locked,
      unended.filter(({ status }) => status === 'unpaid' || status === 'paused'),
    )
    return { url: openUrl ?? (await createCheckout(ctx, locked, plan, !facts.subscribedBefore)) }
  })
}

/** Changes to another paid plan when the period ends. Until then it can be undone. */
export async function scheduleChange(ctx: AppContext, freelancer: Freelancer, plan: PaidPlan) {
  await withLockedAccount(ctx, freelancer.workspaceId, async (locked) => {
    const { live, facts } = await locked.sync()
    if (!live) throw new NoSubscription()
    assertPlanCanChange(locked.account, facts, plan)
    if (facts.nextPlan === plan) return
    const details = { from: facts.plan, to: plan }
    await audit({ ...ctx, db: locked.db }, freelancer, { action: 'plan.change_scheduled', details })
    await scheduleChangeAtPeriodEnd(locked, live, await findPrice(locked.stripe, plan))
    await locked.sync()
  })
  return getStatus(ctx, freelancer)
}

function assertPlanCanChange(account: LockedAccount['account'], facts: Facts, plan: PaidPlan) {
  if (account.plan === plan) throw new AlreadyOnPlan(PLANS[plan].title)
  if (facts.cancelAtPeriodEnd) throw new SubscriptionEnding()
  if (facts.status === 'past_due') throw new PaymentDue()
}

/** In its own transaction, so that the customer stays stored when a later step fails. */
async function ensureCustomer(ctx: AppContext, freelancer: Freelancer) {
  if ((await findCustomer(ctx.db, freelancer))?.customerId) return
  await withLockedAccount(ctx, freelancer.workspaceId, findOrCreateCustomer)
}

async function findOrCreateCustomer({ db, stripe, account, key }: LockedAccount): Promise<string> {
  if (account.customer_id) return account.customer_id
  const { name, email, workspace_id: freelancer } = account
  const customer = await stripe.customers.create({ name, email, metadata: { freelancer } }, key('customer'))
  await saveCustomer(db, freelancer, customer.id)
  account.customer_id = customer.id
  return customer.id
}

/** Returns the page of the open checkout if it sells this plan. Expires one that sells another. */
async function reuseOrExpireCheckout({ db, stripe, account, key }: LockedAccount, plan: PaidPlan) {
  const { checkout_session_id: id, workspace_id } = account
  if (!id) return
  const { status, url } = (await stripe.checkout.sessions.retrieve(id).catch(undefinedIfNotFound)) ?? {}
  if (status === 'open' && account.checkout_plan === plan && url) return url
  if (status === 'open') {
    // Stripe refuses when it has just been completed or has expired. The following sync reads which.
    await stripe.checkout.sessions.expire(id, {}, key(`expire:${id}`)).catch(ignoreInvalidRequest)
  }
  await saveCheckout(db, workspace_id, null)
}

async function createCheckout(ctx: AppContext, locked: LockedAccount, plan: PaidPlan, trial: boolean) {
  const { db, stripe, account, key } = locked
  const { publicUrl } = ctx.config
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer: await findOrCreateCustomer(locked),
      client_reference_id: account.workspace_id,
      line_items: [{ price: (await findPrice(stripe, plan)).id, quantity: 1 }],
      success_url: `${publicUrl}${paths.freelancer.billingSuccess}?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: publicUrl + paths.billingCancelled,
      payment_method_collection: trial ? 'if_required' : 'always',
      subscription_data: {
        metadata: { freelancer: account.workspace_id },
        ...(trial && {
          trial_period_days: TRIAL_DAYS,
          trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
        }),
      },
    },
    key(`checkout:${plan}`),
  )
  await saveCheckout(db, account.workspace_id, { id: session.id, plan })
  if (!session.url) throw new Error('Stripe made a checkout without a page.')
  return session.url
}

/** Stripe's page shows what the change costs and asks for confirmation. */
async function createPlanChangePage(
  ctx: AppContext,
  { stripe, account, key }: LockedAccount,
  live: Stripe.Subscription,
  plan: PaidPlan,
) {
  const { publicUrl } = ctx.config
  // A schedule may outlive its last change, and Stripe refuses updates while one is attached.
  await releaseSchedule({ stripe, key }, live)
  const item = { id: live.items.data[0]?.id ?? '', price: (await findPrice(stripe, plan)).id, quantity: 1 }
  const { url } = await stripe.billingPortal.sessions.create({
    customer: account.customer_id ?? '',
    configuration: (await findPortalConfiguration(stripe)).id,
    return_url: publicUrl + paths.billingCancelled,
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription: live.id, items: [item] },
      after_completion: {
        type: 'redirect',
        redirect: { return_url: publicUrl + paths.freelancer.billingSuccess },
      },
    },
  })
  return url
}

export async function openPortal(ctx: AppContext, freelancer: Freelancer) {
  await ensureCustomer(ctx, freelancer)
  return withLockedAccount(ctx, freelancer.workspaceId, async (locked) => {
    const { stripe } = locked
    await locked.sync({ forgetUnknown: true })
    const { url } = await stripe.billingPortal.sessions.create({
      customer: await findOrCreateCustomer(locked),
      configuration: (await findPortalConfiguration(stripe)).id,
      return_url: ctx.config.publicUrl + paths.freelancer.home,
    })
    return { url }
  })
}

export async function previewPlan(
  ctx: AppContext,
  freelancer: Freelancer,
  plan: Plan,
): Promise<billing.Preview> {
  return withLockedAccount(ctx, freelancer.workspaceId, async ({ stripe, sync }) => {
    const { live, facts } = await sync()
    const monthly = PLANS[plan].monthlyPence
    const noCost = { plan, trialDays: 0, dueNow: 0, credit: 0, monthly, nextPaymentAt: null }
    if (plan === 'free') return noCost
    if (!live) {
      const trialDays = facts.subscribedBefore ? 0 : TRIAL_DAYS
      return { ...noCost, trialDays, dueNow: trialDays > 0 ? 0 : monthly }
    }
    const { lines, starting_balance } = await stripe.invoices.createPreview({
      subscription: live.id,
      subscription_details: {
        items: [{ id: live.items.data[0]?.id, price: (await findPrice(stripe, plan)).id }],
        proration_behavior: 'always_invoice',
      },
    })
    const prorated = lines.data
      .filter(
        ({ parent }) =>
          parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration,
      )
      .reduce((sum, { amount }) => sum + amount, 0)
    const owed = facts.trialEndsAt ? 0 : prorated + starting_balance
    return {
      ...noCost,
      dueNow: Math.max(0, owed),
      credit: Math.max(0, -owed),
      nextPaymentAt: facts.currentPeriodEnd?.toISOString() ?? null,
    }
  })
}

async function findPrice(stripe: Stripe, plan: PaidPlan) {
  const price = (await listPrices(stripe)).get(plan)
  if (!price) throw new BillingNotSetUp()
  return price
}

async function findPortalConfiguration(stripe: Stripe) {
  const settings = await findPortal(stripe)
  if (!settings) throw new BillingNotSetUp()
  return settings
}

function ignoreInvalidRequest(error: unknown) {
  if (!isInvalidRequest(error)) throw error
}
