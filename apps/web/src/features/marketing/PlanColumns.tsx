import { featuresOf, PLANS, type Plan, planNames, pounds } from '@portico/contract'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import '../../ui/Plans.css'

/** The plans side by side, from the one catalogue. */
export function PlanColumns({ unlimited, foot }: { unlimited?: boolean; foot?: (plan: Plan) => ReactNode }) {
  return (
    <div className={foot ? 'plans plans--choose' : 'plans'}>
      {planNames.map((plan) => (
        <div key={plan}>
          <div className="plans__head">
            <strong>{PLANS[plan].title}</strong>
            <Price plan={plan} />
          </div>
          <ul className="ticks">
            {withUnlimited(plan, unlimited).map(({ says, included }) => (
              <li key={says} className={included ? undefined : 'no'}>
                <Icon name={included ? 'check' : 'minus'} />
                {says}
              </li>
            ))}
          </ul>
          {foot?.(plan)}
        </div>
      ))}
    </div>
  )
}

export function Price({ plan }: { plan: Plan }) {
  return (
    <span className="price">
      {pounds(PLANS[plan].monthlyPence)}
      <small>a month</small>
    </span>
  )
}

function withUnlimited(plan: Plan, unlimited = false) {
  const [clients, ...others] = featuresOf(plan)
  const all = unlimited ? [{ says: 'Unlimited projects and files', included: true }] : []
  return [...(clients ? [clients] : []), ...all, ...others]
}
