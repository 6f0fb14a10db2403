import { declined } from './fault.ts'
import { type Customer, cardOf, type PaymentMethod } from './objects/customer.ts'
import { newId, type World } from './world.ts'

/** Stripe's test cards that can be kept, and whether they then pay; any other number is declined, so that nobody types in a real one. */
const KEPT: Record<string, boolean | undefined> = { '4242424242424242': true, '4000000000000341': false }

/** Keeps a card for a customer, and makes it the one that is charged. */
export function attachCard(world: World, customer: Customer, number: string): PaymentMethod {
  const digits = number.replace(/\D/g, '')
  if (KEPT[digits] === undefined) throw declined()
  const card = world.store.put(cardOf(newId('pm'), world.now(), customer.id, digits))
  world.emit('payment_method.attached', card)
  return card
}

export function paysNow({ store }: World, paymentMethodId: string | null) {
  const card = paymentMethodId ? store.get<PaymentMethod>(paymentMethodId) : undefined
  return card?.card.last4 === '4242'
}
