import { createHash } from 'node:crypto'
import { newId, type SimulatorContext } from '../context.ts'
import { runDueEvents } from '../due-events.ts'
import { type Form, parseForm } from '../form.ts'
import { isStripeError, type StripeProblem, stripeError } from '../stripe-error.ts'
import { expandIds } from './lists.ts'
import { routes } from './routes.ts'

export interface Call {
  method: string
  path: string
  query: string
  body: string
  idempotencyKey: string | null
}
export interface ApiResponse {
  status: number
  body: object
  headers: Record<string, string>
}

/** Handles a call in a transaction. A repeated idempotency key gets the first response again, also a failure. */
export function handleCall(context: SimulatorContext, call: Call): ApiResponse {
  const headers = { 'request-id': newId('req', 14), 'stripe-version': '2026-10-28.endive' }
  const idempotencyKey = call.method === 'GET' ? null : call.idempotencyKey
  try {
    runDueEvents(context)
    const form = parseForm([call.query, call.body].filter(Boolean).join('&'))
    const replay = idempotencyKey ? findReplay(context, idempotencyKey, call) : undefined
    if (replay) return { ...replay, headers: { ...headers, 'idempotent-replayed': 'true' } }
    const body = context.store.atomically(() => expandIds(context, dispatch(context, call, form), form))
    return storeResponse(context, idempotencyKey, call, { status: 200, body, headers })
  } catch (error) {
    const { status, problem } = isStripeError(error) ? error : INTERNAL_ERROR
    const response = { status, body: toErrorBody(problem), headers }
    return status === 402 ? storeResponse(context, idempotencyKey, call, response) : response
  }
}

const INTERNAL_ERROR = {
  status: 500,
  problem: { type: 'api_error', message: 'An unknown error occurred.' } as StripeProblem,
}

export function toErrorBody(problem: StripeProblem) {
  return {
    error: { ...problem, doc_url: problem.code && `https://stripe.com/docs/error-codes/${problem.code}` },
  }
}

function dispatch(context: SimulatorContext, { method, path }: Call, form: Form): object {
  for (const [route, handle] of Object.entries(routes)) {
    const pattern = new RegExp(`^${route.replace(':id', '([\\w-]+)')}$`)
    const match = pattern.exec(`${method} ${path}`)
    if (match) return handle(context, form, match[1] ?? '')
  }
  throw stripeError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). It may be that the simulator does not know it.`,
  })
}

interface StoredResponse {
  id: string
  object: 'idempotency'
  request: string
  status: number
  body: object
  at: number
}

const DAY_MS = 86_400_000

function findReplay({ store }: SimulatorContext, key: string, call: Call) {
  const storedResponse = store.get<StoredResponse>(`key:${key}`)
  if (!storedResponse || storedResponse.at < Date.now() - DAY_MS) return
  if (storedResponse.request !== fingerprint(call))
    throw stripeError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    })
  return storedResponse
}

function storeResponse(
  { store }: SimulatorContext,
  key: string | null,
  call: Call,
  { status, body, headers }: ApiResponse,
): ApiResponse {
  if (key)
    store.put<StoredResponse>({
      id: `key:${key}`,
      object: 'idempotency',
      request: fingerprint(call),
      status,
      body,
      at: Date.now(),
    })
  return { status, body, headers }
}

function fingerprint({ method, path, query, body }: Call) {
  return createHash('sha256').update([method, path, query, body].join('\n')).digest('hex')
}
