/** What Stripe answers when it refuses, in its own form. */
export interface StripeProblem {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
}

export interface Fault extends Error {
  status: number
  problem: StripeProblem
}

export function fault(status: number, problem: StripeProblem): Fault {
  return Object.assign(new Error(problem.message), { status, problem })
}

export function isFault(error: unknown): error is Fault {
  return error instanceof Error && 'problem' in error
}

export function missing(kind: string, id: string, param = 'id') {
  return fault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${kind}: '${id}'`,
  })
}

export function refuse(message: string, param?: string) {
  return fault(400, { type: 'invalid_request_error', message, ...(param && { param }) })
}

export function declined() {
  return fault(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  })
}
