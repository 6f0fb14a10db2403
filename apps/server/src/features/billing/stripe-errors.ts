import createError from '@fastify/error'
import type Stripe from 'stripe'

export const StripeAway = createError(
  'STRIPE_AWAY',
  'Payments cannot be reached just now. Please try again in a moment.',
  503,
)

/** What goes wrong at Stripe's end, or on the way there, in our words. What is our own fault stays what it is. */
export function inOurWords(error: unknown) {
  return isStripeError(error) && !OUR_FAULT.includes(error.type)
    ? new StripeAway(undefined, { cause: error })
    : error
}

const OUR_FAULT = ['StripeInvalidRequestError', 'StripeIdempotencyError', 'StripeCardError']

/** Stripe remembers an answer for as long as its key: what failed there would fail again, so the next try needs another key. */
export function wasAnswered(error: unknown) {
  return isStripeError(error) && error.statusCode !== undefined
}

export function isRefusal(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return isStripeError(error) && error.type === 'StripeInvalidRequestError'
}

/** Undefined where there is no such thing. */
export function unlessMissing(error: unknown): undefined {
  if (!isRefusal(error) || error.code !== 'resource_missing') throw error
}

function isStripeError(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Error && 'type' in error && /^Stripe\w*Error$/.test(String(error.type))
}
