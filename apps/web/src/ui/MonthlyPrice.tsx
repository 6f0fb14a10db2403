import { pounds } from '@portico/contract'
import './Plans.css'

/** £5 a month. The space is in the text, so that it reads the same aloud. */
export function MonthlyPrice({ pence }: { pence: number }) {
  return (
    <span className="price">
      {pounds(pence)}
      <small> a month</small>
    </span>
  )
}
