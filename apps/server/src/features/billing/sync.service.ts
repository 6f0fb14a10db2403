import type { AppContext } from '../../platform/context.ts'
import { findAccountByCustomer, insertEvent } from './billing.repository.ts'
import { withLockedAccount } from './locked-account.ts'

/** Stores an account's state at Stripe. Safe to run at any time and any number of times. */
export async function syncAccount(ctx: AppContext, workspaceId: string) {
  return withLockedAccount(ctx, workspaceId, async ({ account, sync }) => {
    const before = { ...account }
    const { facts } = await sync()
    const isCorrected =
      before.plan !== account.plan || before.subscription_status !== account.subscription_status
    return { corrected: isCorrected ? { from: before.plan, to: facts.plan, status: facts.status } : null }
  })
}

interface StripeEvent {
  id: string
  type: string
  data: { object: object }
}

/** A valid signature does not guarantee the shape. */
export function isEvent(value: unknown): value is StripeEvent {
  if (!isObject(value) || typeof value.id !== 'string' || typeof value.type !== 'string') return false
  return isObject(value.data) && isObject(value.data.object)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Takes only the customer from an event, and reads the state from Stripe. */
export async function handleEvent(ctx: AppContext, event: StripeEvent) {
  const customerId = findCustomerId(event)
  const owner = customerId && (await findAccountByCustomer(ctx.db, customerId))
  if (!owner) return
  await withLockedAccount(ctx, owner.id, async ({ db, sync }) => {
    if (await insertEvent(db, event)) await sync()
  })
}

function findCustomerId({ data: { object } }: StripeEvent): string | undefined {
  const { object: kind, id, customer } = object as { object?: unknown; id?: unknown; customer?: unknown }
  const found = kind === 'customer' ? id : customer
  return typeof found === 'string' ? found : undefined
}
