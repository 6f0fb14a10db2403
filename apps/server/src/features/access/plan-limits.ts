import { PLANS, type Plan, planNames } from '@portico/contract'
import type { Config } from '../../config.ts'

export interface PlanLimits {
  title: string
  clientLimit: number
  memberLimit: number
  liveChat: boolean
  /** Whether clients see the logo and the colour of the workspace. */
  brand: boolean
  hidesMadeWith: boolean
}

const UNLIMITED: PlanLimits = {
  title: '',
  clientLimit: Infinity,
  memberLimit: Infinity,
  liveChat: true,
  brand: true,
  hidesMadeWith: true,
}

/** What a workspace may do. Without plans, everything. */
export function limitsOfPlan({ hasPlans }: Pick<Config, 'hasPlans'>, plan: Plan): PlanLimits {
  return hasPlans ? PLANS[plan] : UNLIMITED
}

const plansWithChat = `{${planNames.filter((plan) => PLANS[plan].liveChat)}}`
const allPlans = `{${planNames}}`

/** The plans with live chat, as an array of PostgreSQL. */
export function chatPlans({ hasPlans }: Pick<Config, 'hasPlans'>) {
  return hasPlans ? plansWithChat : allPlans
}
