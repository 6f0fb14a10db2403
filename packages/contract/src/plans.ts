import * as Type from 'typebox'
import { plural } from './plural.ts'

/** The plan catalogue: limits, prices (pence per month) and features. Everything about plans is read from it. */
export const PLANS = {
  free: {
    title: 'Free',
    monthlyPence: 0,
    clientLimit: 1,
    memberLimit: 1,
    liveChat: false,
    brand: false,
    hidesMadeWith: false,
    support: 'standard',
  },
  starter: {
    title: 'Starter',
    monthlyPence: 500,
    clientLimit: 3,
    memberLimit: 1,
    liveChat: false,
    brand: true,
    hidesMadeWith: false,
    support: 'standard',
  },
  pro: {
    title: 'Pro',
    monthlyPence: 800,
    clientLimit: 5,
    memberLimit: 3,
    liveChat: true,
    brand: true,
    hidesMadeWith: true,
    support: 'standard',
  },
  enterprise: {
    title: 'Enterprise',
    monthlyPence: 1_200,
    clientLimit: 10,
    memberLimit: 10,
    liveChat: true,
    brand: true,
    hidesMadeWith: true,
    support: 'priority',
  },
} as const

export type Plan = keyof typeof PLANS
export type PaidPlan = Exclude<Plan, 'free'>

export const planNames = Object.keys(PLANS) as Plan[]
export const paidPlanNames = planNames.filter((plan): plan is PaidPlan => plan !== 'free')

/** The first paid plan of an account begins with a free trial that needs no card. */
export const TRIAL_DAYS = 7

/** A field that is missing where the operator sells nothing (`BILLING=none`). */
export const withPlans = <T extends Type.TSchema>(schema: T) =>
  Type.Optional({ ...schema, 'x-with-plans': true })

/** The feature list of a plan, with the features that it lacks. */
export function featuresOf(plan: Plan): { says: string; included: boolean }[] {
  const { clientLimit, memberLimit, liveChat, brand, hidesMadeWith, support } = PLANS[plan]
  return [
    { says: plural(clientLimit, 'client'), included: true },
    { says: plural(memberLimit, 'member'), included: true },
    { says: liveChat ? 'Live chat' : 'No live chat', included: liveChat },
    { says: brandText(brand, hidesMadeWith), included: brand },
    { says: support === 'priority' ? 'Priority support' : 'Standard support', included: true },
  ]
}

function brandText(brand: boolean, hidesMadeWith: boolean) {
  if (!brand) return 'No logo of your own'
  return hidesMadeWith ? 'Your logo and colour, without ours' : 'Your logo and colour'
}

/** Stands beside prices, which are shown to people of every country. */
export const CURRENCY_TEXT = 'Prices are in pounds sterling (GBP).'

/** `£8`, and `£7.43` when there are pence. */
export function pounds(pence: number) {
  const whole = pence % 100 === 0
  return `${pence < 0 ? '−' : ''}£${(Math.abs(pence) / 100).toFixed(whole ? 0 : 2)}`
}
