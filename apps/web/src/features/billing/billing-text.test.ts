import { expect, test } from 'vitest'
import {
  freePlanText,
  planChangeText,
  planContentText,
  planEndedText,
  priceText,
  renewalText,
} from './billing-text.ts'

test.for([
  ['free', 'starter', 'Starter adds two clients.'],
  ['free', 'pro', 'Pro adds four clients, two members and live chat.'],
  ['pro', 'enterprise', 'Enterprise adds five clients, seven members and priority support.'],
  [
    'enterprise',
    'starter',
    'Starter has three clients and one member, and goes without live chat and priority support.',
  ],
  ['starter', 'free', 'Free has room for one client.'],
] as const)('planChangeText from %s to %s: %s', ([from, to, text]) => {
  expect(planChangeText(from, to)).toBe(text)
})

const preview = {
  plan: 'pro',
  trialDays: 0,
  dueNow: 0,
  credit: 0,
  monthly: 800,
  nextPaymentAt: null,
} as const
const next = '2026-12-18T12:00:00.000Z'

test.for([
  [{ trialDays: 7 }, 'The first 7 days are free and need no card. Then £8 a month.'],
  [{ dueNow: 800 }, '£8 today. Then £8 a month.'],
  [
    { dueNow: 357, nextPaymentAt: next },
    '£3.57 today, worked out to the day. Then £8 a month, next on 18 December 2026.',
  ],
  [
    { credit: 210, nextPaymentAt: next },
    'Nothing to pay now: £2.10 that you have paid already is taken off the next payments. Then £8 a month, next on 18 December 2026.',
  ],
  [{ nextPaymentAt: next }, 'Nothing to pay now. Pro is £8 a month from 18 December 2026.'],
] as const)('priceText of %j: %s', ([part, text]) => {
  expect(priceText({ ...preview, ...part })).toBe(text)
})

test('mentions that a trial without a card needs one', () => {
  expect(priceText({ ...preview, nextPaymentAt: next }, { hasCard: false })).toBe(
    'Nothing to pay now. Pro is £8 a month from 18 December 2026, if there is a card by then.',
  )
})

const active = {
  plan: 'pro',
  subscriptionStatus: 'active',
  currentPeriodEnd: next,
  cancelAtPeriodEnd: false,
  trialEndsAt: null,
  nextPlan: null,
  hasCard: true,
  lastCharge: null,
  ended: null,
} as const

test.for([
  [{}, 'It is £8 a month. The next payment is on 18 December 2026.'],
  [{ trialEndsAt: next }, 'Your card is charged £8 that day, and every month from then on.'],
  [
    { trialEndsAt: next, hasCard: false },
    'There is no card yet. Add one to go on with Pro for £8 a month; without one your account is Free from that day.',
  ],
  [
    { trialEndsAt: next, hasCard: false, nextPlan: 'starter' },
    'There is no card yet. Add one to go on with Starter for £5 a month; without one your account is Free from that day.',
  ],
  [
    { trialEndsAt: next, hasCard: false, cancelAtPeriodEnd: true },
    'Then your account is Free, and nothing is deleted.',
  ],
  [{ nextPlan: 'starter' }, 'Then Starter for £5 a month.'],
  [{ cancelAtPeriodEnd: true }, 'Then your account is Free, and nothing is deleted.'],
  [
    { subscriptionStatus: 'past_due' },
    'The payment is tried again over the next days. If none goes through, your account is Free again and Pro ends.',
  ],
  [
    { subscriptionStatus: 'past_due', cancelAtPeriodEnd: true },
    'The payment is tried again over the next days. If none goes through, your account is Free again and Pro ends. Otherwise that happens on 18 December 2026, as you have chosen.',
  ],
  [{ currentPeriodEnd: null }, ''],
] as const)('renewalText with %j: %s', ([part, text]) => {
  expect(renewalText({ ...active, ...part })).toBe(text)
})

test('lists the contents of a plan', () => {
  expect(planContentText('enterprise')).toBe('Ten clients, ten members, live chat and priority support.')
  expect(planContentText('pro')).toBe('Five clients, three members and live chat.')
})

test.for([
  ['payment_failed', 'Your Pro plan ended on 18 December 2026 because the payment failed.'],
  [
    'payment_disputed',
    'Your Pro plan ended on 18 December 2026 because a payment was disputed with the bank.',
  ],
  ['trial_ended', 'Your free trial of Pro ended on 18 December 2026, and there was no card to go on with.'],
  ['cancelled', 'Your Pro plan ended on 18 December 2026, as you had chosen.'],
  ['ended_early', 'Your Pro plan ended on 18 December 2026.'],
] as const)('explains an end by %s', ([reason, text]) => {
  expect(planEndedText({ plan: 'pro', at: next, reason, dismissed: false })).toBe(text)
})

test('describes the free plan after an end, and gives a date only when there is one', () => {
  const ended = { plan: 'starter', at: null, reason: 'payment_failed', dismissed: false } as const

  expect(planEndedText(ended)).toBe('Your Starter plan ended because the payment failed.')
  expect(freePlanText(ended)).toBe('Your account is Free now, with room for one client. Nothing was deleted.')
  expect(freePlanText({ ...ended, plan: 'pro' })).toBe(
    'Your account is Free now, with room for one client, one member and no live chat. Nothing was deleted.',
  )
})
