import createError from '@fastify/error'
import type Stripe from 'stripe'

export const StripeUnavailable = createError(
  'STRIPE_AWAY',
  'Payments cannot be reached just now. Please try again in a moment.',
  503,
)

/** Replaces errors of Stripe and of the network by ours. Errors that our own request caused stay as they are. */
export function mapStripeError(error: unknown) {
  return isStripeError(error) && !OUR_ERROR_TYPES.includes(error.type)
    ? new StripeUnavailable(undefined, { cause: error })
    : error
}

const OUR_ERROR_TYPES = ['StripeInvalidRequestError', 'StripeIdempotencyError', 'StripeCardError']

/** Stripe repeats a failed response for the same idempotency key, so a retry needs another key. */
export function hasResponse(error: unknown) {
  return isStripeError(error) && error.statusCode !== undefined
}

export function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return isStripeError(error) && error.type === 'StripeInvalidRequestError'
}

export function undefinedIfNotFound(error: unknown): undefined {
  if (!isInvalidRequest(error) || error.code !== 'resource_missing') throw error
}

function isStripeError(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Error && 'type' in error && /^Stripe\w*Error$/.test(String(error.type))
}
