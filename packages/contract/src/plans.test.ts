import { expect, test } from 'vitest'
import { featuresOf, PLANS, pounds } from './plans.ts'

test('has four plans with these limits, prices and features', () => {
  const rows = Object.entries(PLANS).map(
    ([plan, { clientLimit, memberLimit, monthlyPence, liveChat, support }]) =>
      [plan, clientLimit, memberLimit, pounds(monthlyPence), liveChat ? 'yes' : 'no', support].join(' '),
  )

  expect(rows).toEqual([
    'free 1 1 £0 no standard',
    'starter 3 1 £5 no standard',
    'pro 5 3 £8 yes standard',
    'enterprise 10 10 £12 yes priority',
  ])
})

test('lists the features of a plan', () => {
  expect(featuresOf('free').map(({ says }) => says)).toEqual([
    '1 client',
    '1 member',
    'No live chat',
    'No logo of your own',
    'Standard support',
  ])
  expect(featuresOf('enterprise').every(({ included }) => included)).toBe(true)
})

test('formats pence as pounds', () => {
  expect([500, 743, 0, -357].map(pounds)).toEqual(['£5', '£7.43', '£0', '−£3.57'])
})
