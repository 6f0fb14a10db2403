import type { AppContext } from '../../platform/context.ts'
import { withAccount } from './account.ts'
import { findByCustomer, keepEvent } from './billing.repository.ts'

/** Makes an account what Stripe says it is. It may run any number of times, at any time, and always ends in the same state. */
export async function syncAccount(ctx: AppContext, freelancerId: string) {
  return withAccount(ctx, freelancerId, async ({ account, read }) => {
    const before = { ...account }
    const { facts } = await read()
    const changed = before.plan !== account.plan || before.subscription_status !== account.subscription_status
    return { corrected: changed ? { from: before.plan, to: facts.plan, status: facts.status } : null }
  })
}

interface Told {
  id: string
  type: string
  data: { object: object }
}

/** A signature says who sent it, not that it has the shape of an event. */
export function isEvent(value: unknown): value is Told {
  if (!isObject(value) || typeof value.id !== 'string' || typeof value.type !== 'string') return false
  return isObject(value.data) && isObject(value.data.object)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An event is a doorbell: whom it is about is all that is taken from it. */
export async function hearOf(ctx: AppContext, event: Told) {
  const customerId = customerOf(event)
  const owner = customerId && (await findByCustomer(ctx.db, customerId))
  if (!owner) return
  await withAccount(ctx, owner.id, async ({ db, read }) => {
    if (await keepEvent(db, event)) await read()
  })
}

function customerOf({ data: { object } }: Told): string | undefined {
  const { object: kind, id, customer } = object as { object?: unknown; id?: unknown; customer?: unknown }
  const found = kind === 'customer' ? id : customer
  return typeof found === 'string' ? found : undefined
}
