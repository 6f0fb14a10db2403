import type { SimulatorContext } from './context.ts'
import { expireSession } from './due-events.ts'
import type { Session } from './objects/checkout.ts'
import { findCustomer, isLive, listSubscriptionsOf } from './stored-objects.ts'
import { cancelNow } from './subscriptions.ts'

/** Ends the customer's subscriptions and open checkouts. A marker of the deleted customer stays. */
export function deleteCustomer(context: SimulatorContext, id: string) {
  const customer = findCustomer(context, id)
  for (const subscription of listSubscriptionsOf(context, id).filter(isLive))
    cancelNow(context, subscription.id, 'cancellation_requested')
  for (const session of context.store.list<Session>('checkout.session'))
    if (session.customer === id && session.status === 'open') expireSession(context, session.id)
  context.emit('customer.deleted', customer)
  context.store.put({ id, object: 'deleted_customer' })
  return findDeletedCustomer(context, id) as object
}

export function findDeletedCustomer({ store }: SimulatorContext, id: string) {
  if (store.get(id)?.object === 'deleted_customer') return { id, object: 'customer', deleted: true }
}
