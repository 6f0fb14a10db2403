import createError from '@fastify/error'
import { type billing, type PaidPlan, PLANS, type Plan, TRIAL_DAYS } from '@portico/contract'
import type Stripe from 'stripe'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { BillingNotSetUp } from '../../platform/payments/payments.ts'
import { type Work, withAccount } from './account.ts'
import { findCustomer, keepCheckout, keepCustomer } from './billing.repository.ts'
import { endAll, getStatus, NoSubscription } from './billing.service.ts'
import { findPortal, listPrices } from './catalogue.ts'
import type { Facts } from './facts.ts'
import { changeAtPeriodEnd, letGoOfSchedule } from './schedule.ts'
import { isRefusal, unlessMissing } from './stripe-errors.ts'

export const PlanHeld = createError('PLAN_HELD', 'You are on the %s plan already.', 409)
export const SubscriptionEnding = createError(
  'SUBSCRIPTION_ENDING',
  'Your subscription is set to end. Keep it first, then choose another plan.',
  409,
)
export const ChangePending = createError(
  'CHANGE_PENDING',
  'Your %s plan is set to change to %s. Keep it first, then choose another plan.',
  409,
)
export const PaymentDue = createError('PAYMENT_DUE', 'Your last payment failed. Please pay it first.', 409)

/** Where the browser goes to buy a plan, or to change to another on the same subscription. */
export async function startCheckout(ctx: AppContext, freelancer: Freelancer, plan: PaidPlan) {
  await ensureCustomer(ctx, freelancer)
  return withAccount(ctx, freelancer.id, async (work) => {
    // A checkout that is open cannot be completed between this and what we do next: it is reused, or closed.
    const open = await settleCheckout(work, plan)
    const { live, facts, standing } = await work.read({ anew: true })
    refuseWhatIsInTheWay(work.account, facts, plan)
    if (live && facts.nextPlan) throw new ChangePending(PLANS[facts.plan].title, PLANS[facts.nextPlan].title)
    if (live) return { url: await changeUrl(ctx, work, live, plan) }
    // Given up by Stripe without an end: left standing, it would be a second one beside what is bought now.
    await endAll(
      work,
      standing.filter(({ status }) => status === 'unpaid' || status === 'paused'),
    )
    return { url: open ?? (await checkoutUrl(ctx, work, plan, !facts.subscribedBefore)) }
  })
}

/** To another paid plan when the period ends. Until then everything is as it is, and it can be taken back. */
export async function scheduleChange(ctx: AppContext, freelancer: Freelancer, plan: PaidPlan) {
  await withAccount(ctx, freelancer.id, async (work) => {
    const { live, facts } = await work.read()
    if (!live) throw new NoSubscription()
    refuseWhatIsInTheWay(work.account, facts, plan)
    if (facts.nextPlan === plan) return
    await changeAtPeriodEnd(work, live, await priceOf(work.stripe, plan))
    await work.read()
  })
  return getStatus(ctx, freelancer)
}

function refuseWhatIsInTheWay(account: Work['account'], facts: Facts, plan: PaidPlan) {
  if (account.plan === plan) throw new PlanHeld(PLANS[plan].title)
  if (facts.cancelAtPeriodEnd) throw new SubscriptionEnding()
  if (facts.status === 'past_due') throw new PaymentDue()
}

/** In a step of its own: whatever fails afterwards, the customer is known. */
async function ensureCustomer(ctx: AppContext, { id }: Freelancer) {
  if ((await findCustomer(ctx.db, { id }))?.customerId) return
  await withAccount(ctx, id, customerFor)
}

async function customerFor({ db, stripe, account, key }: Work): Promise<string> {
  if (account.customer_id) return account.customer_id
  const { name, email, freelancer_id: freelancer } = account
  const customer = await stripe.customers.create({ name, email, metadata: { freelancer } }, key('customer'))
  await keepCustomer(db, freelancer, customer.id)
  account.customer_id = customer.id
  return customer.id
}

/** The page of the one checkout that is open, when it sells this plan; one that sells another is closed. */
async function settleCheckout({ db, stripe, account, key }: Work, plan: PaidPlan) {
  const { checkout_session_id: id, freelancer_id } = account
  if (!id) return
  const { status, url } = (await stripe.checkout.sessions.retrieve(id).catch(unlessMissing)) ?? {}
  if (status === 'open' && account.checkout_plan === plan && url) return url
  if (status === 'open') {
    // It was completed or ran out at this very moment: what follows reads how things are.
    await stripe.checkout.sessions.expire(id, {}, key(`expire:${id}`)).catch(unlessRefused)
  }
  await keepCheckout(db, freelancer_id, null)
}

async function checkoutUrl(ctx: AppContext, work: Work, plan: PaidPlan, trial: boolean) {
  const { db, stripe, account, key } = work
  const { publicUrl } = ctx.config
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer: await customerFor(work),
      client_reference_id: account.freelancer_id,
      line_items: [{ price: (await priceOf(stripe, plan)).id, quantity: 1 }],
      success_url: `${publicUrl}/billing-success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${publicUrl}/billing-cancelled`,
      payment_method_collection: trial ? 'if_required' : 'always',
      subscription_data: {
        metadata: { freelancer: account.freelancer_id },
        ...(trial && {
          trial_period_days: TRIAL_DAYS,
          trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
        }),
      },
    },
    key(`checkout:${plan}`),
  )
  await keepCheckout(db, account.freelancer_id, { id: session.id, plan })
  if (!session.url) throw new Error('Stripe made a checkout without a page.')
  return session.url
}

/** Stripe's own page shows what the change costs, and asks. */
async function changeUrl(
  ctx: AppContext,
  { stripe, account, key }: Work,
  live: Stripe.Subscription,
  plan: PaidPlan,
) {
  const { publicUrl } = ctx.config
  // One whose last change has come may still be there.
  await letGoOfSchedule({ stripe, key }, live)
  const item = { id: live.items.data[0]?.id ?? '', price: (await priceOf(stripe, plan)).id, quantity: 1 }
  const { url } = await stripe.billingPortal.sessions.create({
    customer: account.customer_id ?? '',
    configuration: (await portalSettings(stripe)).id,
    return_url: `${publicUrl}/billing-cancelled`,
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription: live.id, items: [item] },
      after_completion: { type: 'redirect', redirect: { return_url: `${publicUrl}/billing-success` } },
    },
  })
  return url
}

export async function openPortal(ctx: AppContext, freelancer: Freelancer) {
  await ensureCustomer(ctx, freelancer)
  return withAccount(ctx, freelancer.id, async (work) => {
    const { stripe } = work
    await work.read({ anew: true })
    const { url } = await stripe.billingPortal.sessions.create({
      customer: await customerFor(work),
      configuration: (await portalSettings(stripe)).id,
      return_url: `${ctx.config.publicUrl}/`,
    })
    return { url }
  })
}

/** What it would cost; nothing is changed and nothing begun. */
export async function previewPlan(
  ctx: AppContext,
  freelancer: Freelancer,
  plan: Plan,
): Promise<billing.Preview> {
  return withAccount(ctx, freelancer.id, async ({ stripe, read }) => {
    const { live, facts } = await read()
    const monthly = PLANS[plan].monthlyPence
    const nothing = { plan, trialDays: 0, dueNow: 0, credit: 0, monthly, nextPaymentAt: null }
    if (plan === 'free') return nothing
    if (!live) {
      const trialDays = facts.subscribedBefore ? 0 : TRIAL_DAYS
      return { ...nothing, trialDays, dueNow: trialDays > 0 ? 0 : monthly }
    }
    const { lines, starting_balance } = await stripe.invoices.createPreview({
      subscription: live.id,
      subscription_details: {
        items: [{ id: live.items.data[0]?.id, price: (await priceOf(stripe, plan)).id }],
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
      ...nothing,
      dueNow: Math.max(0, owed),
      credit: Math.max(0, -owed),
      nextPaymentAt: facts.currentPeriodEnd?.toISOString() ?? null,
    }
  })
}

async function priceOf(stripe: Stripe, plan: PaidPlan) {
  const price = (await listPrices(stripe)).get(plan)
  if (!price) throw new BillingNotSetUp()
  return price
}

async function portalSettings(stripe: Stripe) {
  const settings = await findPortal(stripe)
  if (!settings) throw new BillingNotSetUp()
  return settings
}

function unlessRefused(error: unknown) {
  if (!isRefusal(error)) throw error
}
