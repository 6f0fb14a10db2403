import { PLANS_MARKS } from '@portico/contract'
import type { ReactNode } from 'react'

/** Pages are built once for both, and the server keeps the half that holds (platform/http/public-pages.ts). */
const isPrerendering = import.meta.env.SSR && import.meta.env.PROD

/** False on a Portico that sells nothing (`BILLING=none`): it names no plans, prices or limits of plans. */
export function hasPlans() {
  return import.meta.env.SSR || document.documentElement.dataset.plans !== 'none'
}

export function withPlansText(text: string, otherwise = '') {
  const { begin, otherwise: middle, end } = PLANS_MARKS
  if (isPrerendering) return begin + text + middle + otherwise + end
  return hasPlans() ? text : otherwise
}

export function WithPlans({ children, otherwise }: { children: ReactNode; otherwise?: ReactNode }) {
  if (isPrerendering)
    return (
      <>
        {PLANS_MARKS.begin}
        {children}
        {PLANS_MARKS.otherwise}
        {otherwise}
        {PLANS_MARKS.end}
      </>
    )
  return hasPlans() ? children : otherwise
}

/** For `<html>`, where scripts read it. */
export const plansAttribute = () => ({ 'data-plans': withPlansText('sold', 'none') })
