import { PLANS, type Plan, paths } from '@portico/contract'
import { Link } from 'react-router'

/** Leads to the registration, with the plan in the address. The first plan with live chat stands out. */
export function TryPlanLink({ plan }: { plan: Plan }) {
  const look = plan === 'pro' ? 'btn--primary' : 'btn--secondary'
  return (
    <Link
      className={`btn ${look} btn--block`}
      to={plan === 'free' ? paths.register : `${paths.register}?plan=${plan}`}
    >
      {plan === 'free' ? 'Start free' : `Try ${PLANS[plan].title}`}
    </Link>
  )
}
