import { expect, test } from 'vitest'
import { changeSaid, costSaid, holdsSaid } from './in-words.ts'

test.for([
  ['free', 'starter', 'Starter adds two clients.'],
  ['free', 'pro', 'Pro adds four clients and live chat.'],
  ['pro', 'enterprise', 'Enterprise adds five clients and priority support.'],
  ['enterprise', 'starter', 'Starter has three clients and goes without live chat and priority support.'],
  ['starter', 'free', 'Free has room for one client.'],
] as const)('from %s to %s: %s', ([from, to, said]) => {
  expect(changeSaid(from, to)).toBe(said)
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
  [{ nextPaymentAt: next }, 'Nothing to pay now. Pro is £8 a month, next on 18 December 2026.'],
] as const)('%j costs: %s', ([part, said]) => {
  expect(costSaid({ ...preview, ...part })).toBe(said)
})

test('what was paid for is named', () => {
  expect(holdsSaid('enterprise', null)).toBe('Ten clients, live chat and priority support.')
  expect(holdsSaid('pro', next)).toBe(
    'Five clients, live chat and a 7-day free trial that runs until 18 December 2026.',
  )
})
