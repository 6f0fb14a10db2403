import { billing } from '@portico/contract'
import { type CallExample, callExample } from '../call-example.ts'
import { NOW } from './sample-data.ts'

const onPro = {
  plan: 'pro',
  subscriptionStatus: 'active',
  currentPeriodEnd: NOW,
  cancelAtPeriodEnd: false,
  trialEndsAt: NOW,
  nextPlan: null,
  hasCard: false,
  lastCharge: { amount: 0, at: NOW },
  ended: null,
} as const
const onFree = {
  ...onPro,
  plan: 'free',
  currentPeriodEnd: null,
  trialEndsAt: null,
  lastCharge: null,
  ended: { plan: 'pro', at: NOW, reason: 'ended_early', dismissed: true },
} as const
const ofStripe = ['STRIPE_AWAY', 'BILLING_NOT_SET_UP'] as const

const examples = [
  callExample(billing.status, { response: onPro }),
  callExample(billing.refresh, {
    description: 'For the return from Stripe’s pages, which may be earlier than Stripe’s event.',
    response: onPro,
    errors: ofStripe,
  }),
  callExample(billing.checkout, {
    description:
      'Send the browser to the answered address. The first paid plan of an account begins with seven free days; a change between paid plans is shown with its price, and confirmed, on Stripe’s page.',
    request: { body: { plan: 'enterprise' } },
    response: { url: 'https://portico.example/dev/stripe/portal/bps_GYu8mRvZKkTq1x2oZBNj4w5e' },
    errors: ['PLAN_HELD', 'SUBSCRIPTION_ENDING', 'CHANGE_PENDING', 'PAYMENT_DUE', ...ofStripe],
  }),
  callExample(billing.scheduleChange, {
    description:
      'Until then the plan is what it is, and nothing is paid. Chosen again for another plan, that one follows instead.',
    request: { body: { plan: 'starter' } },
    response: { ...onPro, nextPlan: 'starter' },
    errors: ['NO_SUBSCRIPTION', 'PLAN_HELD', 'SUBSCRIPTION_ENDING', 'PAYMENT_DUE', ...ofStripe],
  }),
  callExample(billing.preview, {
    request: { body: { plan: 'enterprise' } },
    response: { plan: 'enterprise', trialDays: 0, dueNow: 0, credit: 0, monthly: 1_200, nextPaymentAt: NOW },
    errors: ofStripe,
  }),
  callExample(billing.cancel, {
    description: 'Until then everything works as before. Asked again, it changes nothing.',
    response: { message: 'Subscription canceled successfully' },
    errors: ['NO_SUBSCRIPTION', ...ofStripe],
  }),
  callExample(billing.resume, {
    response: { message: 'Your subscription continues.' },
    errors: ['NO_SUBSCRIPTION', ...ofStripe],
  }),
  callExample(billing.portal, {
    response: { url: 'https://portico.example/dev/stripe/portal/bps_GYu8mRvZKkTq1x2oZBNj4w5e' },
    errors: ofStripe,
  }),
  callExample(billing.downgrade, {
    description:
      'What is left of the month is not paid back. Nothing is deleted: with more clients than the plan has room for, all stay and none can be added.',
    response: onFree,
    errors: ofStripe,
  }),
  callExample(billing.dismissEnd, {
    description:
      'It does not come back, on any device, until another paid plan has ended. With nothing to put away, nothing changes.',
    response: onPro,
  }),
]

/** The plan is the owner's. */
export const billingExamples: CallExample[] = examples.map((example) => ({
  ...example,
  errors: ['OWNER_ONLY', ...example.errors],
}))
