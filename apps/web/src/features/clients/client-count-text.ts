import { type dashboard, PLANS, pluralForm } from '@portico/contract'

type Places = Pick<dashboard.Summary, 'plan' | 'clients'>

/** "4 of 5 on the Pro plan. One place left." */
export function clientCountText({ plan, clients: { used, limit, remaining } }: Places) {
  const { title } = PLANS[plan]
  if (used > limit) return `${used} on the ${title} plan, which has room for ${limit}.`
  return `${used} of ${limit} on the ${title} plan. ${numberWords[remaining] ?? remaining} ${pluralForm(remaining, 'place')} left.`
}

/** Why no further client can be created. */
export function planFullText({ plan, clients: { used, limit } }: Places) {
  return `${PLANS[plan].title} holds ${pluralForm(limit, 'one client', `${limit} clients`)} and you have ${pluralForm(used, 'one', String(used))}.`
}

const numberWords = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']
