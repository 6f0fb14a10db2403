import { PLANS_MARKS } from '@portico/contract'
import type { ReactNode } from 'react'
import { Halves, textOfHalf } from './halves.tsx'

/** False on a Portico that sells nothing (`BILLING=none`): it names no plans, prices or limits of plans. */
export function hasPlans() {
  return import.meta.env.SSR || document.documentElement.dataset.plans !== 'none'
}

export function withPlansText(text: string, otherwise = '') {
  return textOfHalf(PLANS_MARKS, hasPlans, text, otherwise)
}

export function WithPlans(parts: { children: ReactNode; otherwise?: ReactNode }) {
  return <Halves marks={PLANS_MARKS} holds={hasPlans} {...parts} />
}

/** For `<html>`, where scripts read it. */
export const plansAttribute = () => ({ 'data-plans': withPlansText('sold', 'none') })
