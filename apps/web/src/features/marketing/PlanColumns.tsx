import { featuresOf, PLANS, type Plan, planNames } from '@portico/contract'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { MonthlyPrice } from '../../ui/MonthlyPrice.tsx'

/** The plans side by side, from the one catalogue. */
export function PlanColumns({ unlimited, foot }: { unlimited?: boolean; foot?: (plan: Plan) => ReactNode }) {
  return (
    <div className={foot ? 'plans plans--choose' : 'plans'}>
      {planNames.map((plan) => (
        <div key={plan}>
          <div className="plans__head">
            <strong>{PLANS[plan].title}</strong>
            <MonthlyPrice pence={PLANS[plan].monthlyPence} />
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

function withUnlimited(plan: Plan, unlimited = false) {
  const [clients, ...others] = featuresOf(plan)
  const all = unlimited ? [{ says: 'Unlimited projects and files', included: true }] : []
  return [...(clients ? [clients] : []), ...all, ...others]
}
