import { PLANS, type Plan } from '@portico/contract'
import { Link } from 'react-router'

/** The way to a plan leads over an account. One button stands out: that of the first plan with live chat. */
export function Try({ plan }: { plan: Plan }) {
  const look = plan === 'pro' ? 'btn--primary' : 'btn--secondary'
  return (
    <Link className={`btn ${look} btn--block`} to="/register">
      {plan === 'free' ? 'Start free' : `Try ${PLANS[plan].title}`}
    </Link>
  )
}
