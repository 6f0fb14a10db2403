import { type dashboard, PLANS, plural, pluralForm } from '@portico/contract'

type Places = Pick<dashboard.Summary, 'plan' | 'clients'>

/** "4 of 5 on the Pro plan. One place left." Without plans, how many there are. */
export function clientCountText({ plan, clients: { used, limit, remaining } }: Places) {
  if (!plan || limit === undefined || remaining === undefined) return `${plural(used, 'client')}.`
  const { title } = PLANS[plan]
  if (used > limit) return `${used} on the ${title} plan, which has room for ${limit}.`
  return `${used} of ${limit} on the ${title} plan. ${numberWords[remaining] ?? remaining} ${pluralForm(remaining, 'place')} left.`
}

/** Why no further client can be created. */
export function planFullText({ plan, clients: { used, limit } }: Places) {
  if (!plan || limit === undefined) return ''
  return `${PLANS[plan].title} holds ${pluralForm(limit, 'one client', `${limit} clients`)} and you have ${pluralForm(used, 'one', String(used))}.`
}

const numberWords = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']
