import { newId, type SimulatorContext } from './context.ts'
import { buildCard, type Customer, type PaymentMethod } from './objects/customer.ts'
import { cardDeclinedError } from './stripe-error.ts'

/** Stripe's test cards and whether they pay later. Every other number is declined, so that nobody types in a real one. */
const CARDS_THAT_PAY: Record<string, boolean | undefined> = {
  '4242424242424242': true,
  '4000000000000341': false,
}

export function attachCard(context: SimulatorContext, customer: Customer, number: string): PaymentMethod {
  const digits = number.replace(/\D/g, '')
  if (CARDS_THAT_PAY[digits] === undefined) throw cardDeclinedError()
  const card = context.store.put(buildCard(newId('pm'), context.now(), customer.id, digits))
  context.emit('payment_method.attached', card)
  return card
}

export function canPay({ store }: SimulatorContext, paymentMethodId: string | null) {
  const card = paymentMethodId ? store.get<PaymentMethod>(paymentMethodId) : undefined
  return card?.card.last4 === '4242'
}
