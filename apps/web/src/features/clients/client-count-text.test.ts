import { expect, test } from 'vitest'
import { aSummary } from '../../../test/client.ts'
import { clientCountText, planFullText } from './client-count-text.ts'

test.for([
  ['pro', 4, 5, '4 of 5 on the Pro plan. One place left.'],
  ['starter', 1, 3, '1 of 3 on the Starter plan. Two places left.'],
  ['enterprise', 0, 10, '0 of 10 on the Enterprise plan. Ten places left.'],
  ['free', 1, 1, '1 of 1 on the Free plan. No places left.'],
  ['free', 4, 1, '4 on the Free plan, which has room for 1.'],
] as const)('%s with %i of %i: %s', ([plan, used, limit, text]) => {
  expect(clientCountText(aSummary(plan, used, limit))).toBe(text)
})

test('mentions that the plan is full', () => {
  expect(planFullText(aSummary('free', 1, 1))).toBe('Free holds one client and you have one.')
  expect(planFullText(aSummary('starter', 4, 3))).toBe('Starter holds 3 clients and you have 4.')
})

test('counts the clients where there are no plans', () => {
  expect(clientCountText({ clients: { used: 12 } })).toBe('12 clients.')
})
