import * as Type from 'typebox'
import { Instant, nullable, StrictObject } from './common.ts'
import { endpoint } from './endpoint.ts'
import { paidPlanNames, planNames } from './plans.ts'

/** Why a paid plan ended: `cancelled` at the end of its period, `ended_early` before that. */
export type EndReason = Type.Static<typeof EndReason>
export const EndReason = Type.Enum([
  'payment_failed',
  'payment_disputed',
  'trial_ended',
  'cancelled',
  'ended_early',
])

export type Ended = Type.Static<typeof Ended>
export const Ended = Type.Object({
  plan: Type.Enum(paidPlanNames),
  /** Null when Stripe gave it up without a date. */
  at: nullable(Instant),
  reason: EndReason,
  /** The freelancer has dismissed the notice. */
  dismissed: Type.Boolean(),
})

export type BillingStatus = Type.Static<typeof BillingStatus>
export const BillingStatus = Type.Object({
  plan: Type.Enum(planNames),
  subscriptionStatus: Type.String(),
  /** When the next payment is due or, with a pending cancellation, when the plan ends. Null on free. */
  currentPeriodEnd: nullable(Instant),
  cancelAtPeriodEnd: Type.Boolean(),
  trialEndsAt: nullable(Instant),
  /** The plan that follows at that time, if a change is scheduled. */
  nextPlan: nullable(Type.Enum(paidPlanNames)),
  /** There is a card for the next payment. False on free. */
  hasCard: Type.Boolean(),
  /** The last payment of this subscription in pence; 0 when a trial began. Null on free and while unpaid. */
  lastCharge: nullable(Type.Object({ amount: Type.Integer(), at: Instant })),
  /** On free: the last paid plan. */
  ended: nullable(Ended),
})

export type Preview = Type.Static<typeof Preview>
export const Preview = Type.Object({
  plan: Type.Enum(planNames),
  /** Free days before the first payment. */
  trialDays: Type.Integer(),
  /** In pence, as all amounts below. */
  dueNow: Type.Integer(),
  /** Credit for the unused rest of the paid period, deducted from the next payments. */
  credit: Type.Integer(),
  monthly: Type.Integer(),
  /** When the next month is paid; null when unknown. */
  nextPaymentAt: nullable(Instant),
})

const Url = Type.Object({ url: Type.String() })
const Confirmation = Type.Object({ message: Type.String() })
const config = { access: 'freelancer', whenBlank: 'Please choose a plan.' } as const

export const status = endpoint({
  method: 'GET',
  url: '/billing/status',
  config,
  schema: { summary: 'Your plan and how it goes on', response: { 200: BillingStatus } },
})

export const refresh = endpoint({
  method: 'POST',
  url: '/billing/refresh',
  config,
  schema: { summary: 'Read your subscription from Stripe again', response: { 200: BillingStatus } },
})

export const downgrade = endpoint({
  method: 'POST',
  url: '/billing/downgrade',
  config,
  schema: { summary: 'Change to the free plan, at once', response: { 200: BillingStatus } },
})

export const dismissEnd = endpoint({
  method: 'POST',
  url: '/billing/dismiss-end',
  config,
  schema: {
    summary: 'Put away the notice that a paid plan has ended',
    response: { 200: BillingStatus },
  },
})

export const checkout = endpoint({
  method: 'POST',
  url: '/stripe/create-checkout-session',
  config,
  schema: {
    summary: 'Begin to buy a plan, or to change to another',
    body: StrictObject({ plan: Type.Enum(paidPlanNames) }),
    response: { 200: Url },
  },
})

export const scheduleChange = endpoint({
  method: 'POST',
  url: '/stripe/schedule-change',
  config,
  schema: {
    summary: 'Change to another paid plan when the period that is paid for ends',
    body: StrictObject({ plan: Type.Enum(paidPlanNames) }),
    response: { 200: BillingStatus },
  },
})

export const preview = endpoint({
  method: 'POST',
  url: '/stripe/preview',
  config,
  schema: {
    summary: 'What a change of plan would cost, today and from then on',
    body: StrictObject({ plan: Type.Enum(planNames) }),
    response: { 200: Preview },
  },
})

export const cancel = endpoint({
  method: 'POST',
  url: '/stripe/cancel-subscription',
  config,
  schema: {
    summary: 'End your subscription with the period that is paid for',
    response: { 200: Confirmation },
  },
})

export const resume = endpoint({
  method: 'POST',
  url: '/stripe/resume-subscription',
  config,
  schema: {
    summary: 'Take back a cancellation, or a change of plan, that has not come yet',
    response: { 200: Confirmation },
  },
})

export const portal = endpoint({
  method: 'POST',
  url: '/stripe/portal',
  config,
  schema: { summary: 'Open Stripe’s pages for cards and invoices', response: { 200: Url } },
})

/** Only Stripe calls it, so it is no endpoint of the documented API. */
export const WEBHOOK_URL = '/stripe/webhook'
