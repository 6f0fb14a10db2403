import { CURRENCY_TEXT, PLANS, type Plan, planNames } from '@portico/contract'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { MonthlyPrice } from '../../ui/MonthlyPrice.tsx'
import { PlanColumns } from './PlanColumns.tsx'
import { TryPlanLink } from './TryPlanLink.tsx'
import './PlanComparison.css'

const rows: [what: string, of: (plan: Plan) => ReactNode][] = [
  ['Clients', (plan) => <span className="num">{PLANS[plan].clientLimit}</span>],
  ['Members', (plan) => <span className="num">{PLANS[plan].memberLimit}</span>],
  ['Projects', () => 'Unlimited'],
  ['File uploads', () => 'Unlimited'],
  ['Feedback', () => <IncludedMark it />],
  ['Live chat', (plan) => <IncludedMark it={PLANS[plan].liveChat} />],
  ['Support', (plan) => (PLANS[plan].support === 'priority' ? 'Priority' : 'Standard')],
]

/** A table where there is room for one; the same in columns below each other on a phone. */
export function PlanComparison() {
  return (
    <>
      <div className="only-wide">
        <table className="compare">
          <caption className="vh">Plans compared</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="vh">Feature</span>
              </th>
              {planNames.map((plan) => (
                <th key={plan} scope="col">
                  <span className="name">{PLANS[plan].title}</span>
                  <MonthlyPrice pence={PLANS[plan].monthlyPence} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([what, of]) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                {planNames.map((plan) => (
                  <td key={plan}>{of(plan)}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td />
              {planNames.map((plan) => (
                <td key={plan}>
                  <TryPlanLink plan={plan} />
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      <div className="only-narrow">
        <PlanColumns unlimited foot={(plan) => <TryPlanLink plan={plan} />} />
      </div>
      <p className="compare__note small soft">{CURRENCY_TEXT}</p>
    </>
  )
}

function IncludedMark({ it }: { it: boolean }) {
  return it ? (
    <>
      <Icon name="check" small />
      <span className="vh">Yes</span>
    </>
  ) : (
    <>
      <span className="muted" aria-hidden="true">
        –
      </span>
      <span className="vh">No</span>
    </>
  )
}
