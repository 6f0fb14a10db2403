import type { Plan } from '@portico/contract'
import type { AppContext } from '../../platform/context.ts'

/** Puts a freelancer on a plan. No route reaches this: only facts do (and the seed). */
export async function applyPlan({ db }: AppContext, freelancerId: string, plan: Plan) {
  await db.updateTable('freelancer').set({ plan }).where('id', '=', freelancerId).execute()
}
