import type { SimulatorContext } from './context.ts'
import type { Price, Product } from './objects/catalogue.ts'
import type { Customer } from './objects/customer.ts'
import type { Subscription } from './objects/subscription.ts'
import { notFoundError } from './stripe-error.ts'

interface StoredObject {
  id: string
  object: string
}

/** Throws Stripe's `resource_missing` error when there is no such object of this kind. */
export function findObject<T extends StoredObject>(
  { store }: SimulatorContext,
  kind: T['object'],
  id: string,
  param?: string,
): T {
  const thing = store.get<T>(id)
  if (thing?.object !== kind) throw notFoundError(kind, id, param)
  return thing
}

export function updateObject<T extends StoredObject>(
  { store }: SimulatorContext,
  id: string,
  part: Partial<T>,
): T {
  const before = store.get<T>(id)
  if (!before) throw notFoundError('object', id)
  return store.put({ ...before, ...part })
}

export function findCustomer(context: SimulatorContext, id: string) {
  return findObject<Customer>(context, 'customer', id, 'customer')
}

export function findPrice(context: SimulatorContext, id: string) {
  return findObject<Price>(context, 'price', id, 'price')
}

export function findProductName(context: SimulatorContext, { product }: Price) {
  return findObject<Product>(context, 'product', product).name
}

const LIVE_STATUSES = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete']

export function isLive({ status }: Subscription) {
  return LIVE_STATUSES.includes(status)
}

export function listSubscriptionsOf({ store }: SimulatorContext, customer: string) {
  return store.list<Subscription>('subscription').filter((subscription) => subscription.customer === customer)
}
