/** The one catalogue: limits, prices (pounds a month) and promises. API, pages and billing read it. */
export const PLANS = {
  free: { title: 'Free', monthlyPrice: 0, clientLimit: 1, liveChat: false, support: 'standard' },
  starter: { title: 'Starter', monthlyPrice: 5, clientLimit: 3, liveChat: false, support: 'standard' },
  pro: { title: 'Pro', monthlyPrice: 8, clientLimit: 5, liveChat: true, support: 'standard' },
  enterprise: { title: 'Enterprise', monthlyPrice: 12, clientLimit: 10, liveChat: true, support: 'priority' },
} as const

export type Plan = keyof typeof PLANS
