export interface StripeProblem {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
}

export interface StripeError extends Error {
  status: number
  problem: StripeProblem
}

export function stripeError(status: number, problem: StripeProblem): StripeError {
  return Object.assign(new Error(problem.message), { status, problem })
}

export function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && 'problem' in error
}

export function notFoundError(kind: string, id: string, param = 'id') {
  return stripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${kind}: '${id}'`,
  })
}

export function invalidRequestError(message: string, param?: string) {
  return stripeError(400, { type: 'invalid_request_error', message, ...(param && { param }) })
}

export function cardDeclinedError() {
  return stripeError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  })
}
