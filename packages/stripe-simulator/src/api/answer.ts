import { createHash } from 'node:crypto'
import { catchUp } from '../cycle.ts'
import { fault, isFault, type StripeProblem } from '../fault.ts'
import { type Form, parseForm } from '../form.ts'
import { newId, type World } from '../world.ts'
import { expanded } from './lists.ts'
import { routes } from './routes.ts'

export interface Call {
  method: string
  path: string
  query: string
  body: string
  idempotencyKey: string | null
}
export interface Answer {
  status: number
  body: object
  headers: Record<string, string>
}

/** Does what is asked, or nothing. The same key gets the same answer again, as with Stripe: success and failure alike. */
export function answer(world: World, call: Call): Answer {
  const headers = { 'request-id': newId('req', 14), 'stripe-version': '2026-10-28.endive' }
  const kept = call.method === 'GET' ? null : call.idempotencyKey
  try {
    catchUp(world)
    const form = parseForm([call.query, call.body].filter(Boolean).join('&'))
    const before = kept ? replayed(world, kept, call) : undefined
    if (before) return { ...before, headers: { ...headers, 'idempotent-replayed': 'true' } }
    const body = world.store.atomically(() => expanded(world, run(world, call, form), form))
    return keep(world, kept, call, { status: 200, body, headers })
  } catch (error) {
    const { status, problem } = isFault(error) ? error : broken
    const said = { status, body: problemOf(problem), headers }
    return status === 402 ? keep(world, kept, call, said) : said
  }
}

const broken = {
  status: 500,
  problem: { type: 'api_error', message: 'An unknown error occurred.' } as StripeProblem,
}

export function problemOf(problem: StripeProblem) {
  return {
    error: { ...problem, doc_url: problem.code && `https://stripe.com/docs/error-codes/${problem.code}` },
  }
}

function run(world: World, { method, path }: Call, form: Form): object {
  for (const [route, handle] of Object.entries(routes)) {
    const pattern = new RegExp(`^${route.replace(':id', '([\\w-]+)')}$`)
    const match = pattern.exec(`${method} ${path}`)
    if (match) return handle(world, form, match[1] ?? '')
  }
  throw fault(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). It may be that the simulator does not know it.`,
  })
}

interface Kept {
  id: string
  object: 'idempotency'
  request: string
  status: number
  body: object
  at: number
}

const DAY = 86_400_000

function replayed({ store }: World, key: string, call: Call) {
  const kept = store.get<Kept>(`key:${key}`)
  if (!kept || kept.at < Date.now() - DAY) return
  if (kept.request !== fingerprint(call))
    throw fault(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    })
  return kept
}

function keep({ store }: World, key: string | null, call: Call, { status, body, headers }: Answer): Answer {
  if (key)
    store.put<Kept>({
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
