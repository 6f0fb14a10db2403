import type Stripe from 'stripe'
import { problem } from '../../platform/http/problem.ts'

export const StripeUnavailable = problem(
  'STRIPE_AWAY',
  503,
  'Payments cannot be reached just now. Please try again in a moment.',
  { when: 'Stripe did not answer, or not well. Nothing has changed here; the same call can be sent again.' },
)

/** Replaces errors of Stripe and of the network by ours. Errors that our own request caused stay as they are. */
export function mapStripeError(error: unknown) {
  return isStripeError(error) && !OUR_ERROR_TYPES.includes(error.type)
    ? new StripeUnavailable({ cause: error })
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
