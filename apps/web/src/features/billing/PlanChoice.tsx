import { featuresOf, PLANS, type Plan } from '@portico/contract'
import { useId } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { MonthlyPrice } from '../../ui/MonthlyPrice.tsx'
import { formatDayAndMonth } from './billing-text.ts'

interface Props {
  plan: Plan
  isCurrent: boolean
  startsAt: string | null
  checked: boolean
  onChoose: () => void
}

export function PlanChoice({ plan, isCurrent, startsAt, checked, onChoose }: Props) {
  const { title, monthlyPence } = PLANS[plan]
  const priceId = useId()
  return (
    <label className="choice">
      <input
        type="radio"
        name="plan"
        value={plan}
        checked={checked}
        onChange={onChoose}
        aria-label={title}
        aria-describedby={priceId}
      />
      <span className="choice__top">
        <span className="radio" />
        {isCurrent && <span className="choice__note">Your plan</span>}
        {startsAt && <span className="choice__note">From {formatDayAndMonth(startsAt)}</span>}
      </span>
      <strong>{title}</strong>
      <MonthlyPrice pence={monthlyPence} id={priceId} />
      <ul className="ticks">
        {featuresOf(plan).map(({ says, included }) => (
          <li key={says} className={included ? undefined : 'no'}>
            <Icon name={included ? 'check' : 'minus'} />
            {says}
          </li>
        ))}
      </ul>
    </label>
  )
}
