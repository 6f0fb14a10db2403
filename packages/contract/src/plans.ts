/** The one catalogue: limits, prices (pence a month) and promises. API, pages, billing and Stripe read it. */
export const PLANS = {
  free: { title: 'Free', monthlyPence: 0, clientLimit: 1, liveChat: false, support: 'standard' },
  starter: { title: 'Starter', monthlyPence: 500, clientLimit: 3, liveChat: false, support: 'standard' },
  pro: { title: 'Pro', monthlyPence: 800, clientLimit: 5, liveChat: true, support: 'standard' },
  enterprise: {
    title: 'Enterprise',
    monthlyPence: 1_200,
    clientLimit: 10,
    liveChat: true,
    support: 'priority',
  },
} as const

export type Plan = keyof typeof PLANS
export type PaidPlan = Exclude<Plan, 'free'>

export const planNames = Object.keys(PLANS) as Plan[]
export const paidPlanNames = planNames.filter((plan): plan is PaidPlan => plan !== 'free')

/** The first paid plan of an account begins with this many days that cost nothing and need no card. */
export const TRIAL_DAYS = 7

/** A plan in words, line by line; what it does not have is said too. */
export function featuresOf(plan: Plan): { says: string; included: boolean }[] {
  const { clientLimit, liveChat, support } = PLANS[plan]
  return [
    { says: clientLimit === 1 ? '1 client' : `${clientLimit} clients`, included: true },
    { says: liveChat ? 'Live chat' : 'No live chat', included: liveChat },
    { says: support === 'priority' ? 'Priority support' : 'Standard support', included: true },
  ]
}

/** Pence as a person reads them: `£8`, and `£7.43` where there are any pence. */
export function pounds(pence: number) {
  const whole = pence % 100 === 0
  return `${pence < 0 ? '−' : ''}£${(Math.abs(pence) / 100).toFixed(whole ? 0 : 2)}`
}
