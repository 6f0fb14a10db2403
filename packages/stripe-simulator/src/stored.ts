import { missing } from './fault.ts'
import type { Price, Product } from './objects/catalogue.ts'
import type { Customer } from './objects/customer.ts'
import type { Subscription } from './objects/subscription.ts'
import type { World } from './world.ts'

interface Thing {
  id: string
  object: string
}

/** The thing of this id, of this kind; otherwise the answer is Stripe's: there is no such thing. */
export function find<T extends Thing>({ store }: World, kind: T['object'], id: string, param?: string): T {
  const thing = store.get<T>(id)
  if (thing?.object !== kind) throw missing(kind, id, param)
  return thing
}

export function change<T extends Thing>({ store }: World, id: string, part: Partial<T>): T {
  const before = store.get<T>(id)
  if (!before) throw missing('object', id)
  return store.put({ ...before, ...part })
}

export function customerOfId(world: World, id: string) {
  return find<Customer>(world, 'customer', id, 'customer')
}

export function priceOfId(world: World, id: string) {
  return find<Price>(world, 'price', id, 'price')
}

export function nameOf(world: World, { product }: Price) {
  return find<Product>(world, 'product', product).name
}

const LIVE = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete']

export function isLive({ status }: Subscription) {
  return LIVE.includes(status)
}

export function subscriptionsOf({ store }: World, customer: string) {
  return store.list<Subscription>('subscription').filter((subscription) => subscription.customer === customer)
}
