import { expireSession } from './cycle.ts'
import type { Session } from './objects/checkout.ts'
import { customerOfId, isLive, subscriptionsOf } from './stored.ts'
import { cancelNow } from './subscriptions.ts'
import type { World } from './world.ts'

/** For good, with whatever they pay for or were about to; what is left is that there was one. */
export function deleteCustomer(world: World, id: string) {
  const customer = customerOfId(world, id)
  for (const subscription of subscriptionsOf(world, id).filter(isLive))
    cancelNow(world, subscription.id, 'cancellation_requested')
  for (const session of world.store.list<Session>('checkout.session'))
    if (session.customer === id && session.status === 'open') expireSession(world, session.id)
  world.emit('customer.deleted', customer)
  world.store.put({ id, object: 'deleted_customer' })
  return deletedCustomer(world, id) as object
}

export function deletedCustomer({ store }: World, id: string) {
  if (store.get(id)?.object === 'deleted_customer') return { id, object: 'customer', deleted: true }
}
