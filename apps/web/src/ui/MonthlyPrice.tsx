import { pounds } from '@portico/contract'
import './Plans.css'

/** £5 a month. The space is in the text, so that it reads the same aloud. */
export function MonthlyPrice({ pence, id }: { pence: number; id?: string }) {
  return (
    <span className="price" id={id}>
      {pounds(pence)}
      <small> a month</small>
    </span>
  )
}
