import { type dashboard, PLANS } from '@portico/contract'

type Places = Pick<dashboard.Summary, 'plan' | 'clients'>

/** "4 of 5 on the Pro plan. One place left." */
export function clientCountText({ plan, clients: { used, limit, remaining } }: Places) {
  const { title } = PLANS[plan]
  if (used > limit) return `${used} on the ${title} plan, which has room for ${limit}.`
  return `${used} of ${limit} on the ${title} plan. ${numberWords[remaining] ?? remaining} ${remaining === 1 ? 'place' : 'places'} left.`
}

/** Why no further client can be created. */
export function planFullText({ plan, clients: { used, limit } }: Places) {
  return `${PLANS[plan].title} holds ${limit === 1 ? 'one client' : `${limit} clients`} and you have ${used === 1 ? 'one' : used}.`
}

const numberWords = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']
