import { billing } from '@portico/contract'
import { documented } from '../documented.ts'
import { NOW } from './world.ts'

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

export const billingExamples = [
  documented(billing.status, { answers: onPro }),
  documented(billing.refresh, {
    about: 'For whoever comes back from Stripe’s pages before Stripe has told us.',
    answers: onPro,
    fails: ofStripe,
  }),
  documented(billing.checkout, {
    about:
      'Send the browser to the answered address. The first paid plan of an account begins with seven free days; a change between paid plans is shown with its price, and confirmed, on Stripe’s page.',
    asks: { body: { plan: 'enterprise' } },
    answers: { url: 'https://portico.example/dev/stripe/portal/bps_GYu8mRvZKkTq1x2oZBNj4w5e' },
    fails: ['PLAN_HELD', 'SUBSCRIPTION_ENDING', 'CHANGE_PENDING', 'PAYMENT_DUE', ...ofStripe],
  }),
  documented(billing.scheduleChange, {
    about:
      'Until then the plan is what it is, and nothing is paid. Chosen again for another plan, that one follows instead.',
    asks: { body: { plan: 'starter' } },
    answers: { ...onPro, nextPlan: 'starter' },
    fails: ['NO_SUBSCRIPTION', 'PLAN_HELD', 'SUBSCRIPTION_ENDING', 'PAYMENT_DUE', ...ofStripe],
  }),
  documented(billing.preview, {
    asks: { body: { plan: 'enterprise' } },
    answers: { plan: 'enterprise', trialDays: 0, dueNow: 0, credit: 0, monthly: 1_200, nextPaymentAt: NOW },
    fails: ofStripe,
  }),
  documented(billing.cancel, {
    about: 'Until then everything works as before. Asked again, it changes nothing.',
    answers: { message: 'Subscription canceled successfully' },
    fails: ['NO_SUBSCRIPTION', ...ofStripe],
  }),
  documented(billing.resume, {
    answers: { message: 'Your subscription goes on.' },
    fails: ['NO_SUBSCRIPTION', ...ofStripe],
  }),
  documented(billing.portal, {
    answers: { url: 'https://portico.example/dev/stripe/portal/bps_GYu8mRvZKkTq1x2oZBNj4w5e' },
    fails: ofStripe,
  }),
  documented(billing.downgrade, {
    about:
      'What is left of the month is not paid back. Nothing is deleted: with more clients than the plan has room for, all stay and none can be added.',
    answers: onFree,
    fails: ofStripe,
  }),
  documented(billing.dismissEnd, {
    about:
      'It does not come back, on any device, until another paid plan has ended. With nothing to put away, nothing changes.',
    answers: onPro,
  }),
]
