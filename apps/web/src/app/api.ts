import type { Endpoint, Input, Output, Problem } from '@portico/contract'
import { confirmIdentity } from './identity-confirmation.ts'
import { noteRestriction } from './restriction.ts'
import { setServerClock } from './server-clock.ts'
import { type Area, areaOnScreen, expireSession, renewSession, tokenOf } from './session.ts'

/** Why a call failed. `message` is the server's own sentence, empty when it gave none. */
export class ApiError extends Error {
  /** 0 without an answer. */
  readonly status: number
  /** The server's code, `UNREACHABLE` (no answer) or `UNREADABLE` (not an answer of this server). */
  readonly code: string
  /** The error message of each invalid field. */
  readonly fields: Record<string, string>
  /** The present text of each field that somebody else has changed. */
  readonly current: NonNullable<Problem['current']>
  /** How long the server asks to wait. */
  retryAfterMs = 0

  constructor(
    status: number,
    { code, message = '', fields = {}, current = {} }: Partial<Problem> & { code: string },
  ) {
    super(message)
    this.name = code
    this.status = status
    this.code = code
    this.fields = fields
    this.current = current
  }
}

export interface Page<T> {
  items: T
  /** Undefined on the last page. */
  cursor: string | undefined
}

type Args<E extends Endpoint> =
  Record<never, never> extends Input<E>
    ? [input?: Input<E>, options?: CallOptions]
    : [input: Input<E>, options?: CallOptions]

interface CallOptions {
  signal?: AbortSignal | undefined
  /** The area whose session is sent, for endpoints that accept calls with and without one. */
  area?: Area
  /** Sent instead of the token of the session on screen. */
  token?: string
}

/** Calls an endpoint, typed by the contract. */
export async function call<const E extends Endpoint>(
  endpoint: E,
  ...[input, options]: Args<E>
): Promise<Output<E>> {
  return (await exchange(endpoint, input as AnyInput | undefined, options)).answer as Output<E>
}

/** Calls a list and returns the cursor of its next page. */
export async function callPage<const E extends Endpoint>(
  endpoint: E,
  ...[input, options]: Args<E>
): Promise<Page<Output<E>>> {
  const { answer, response } = await exchange(endpoint, input as AnyInput | undefined, options)
  return { items: answer as Output<E>, cursor: nextCursor(response.headers.get('link')) }
}

/** Reads a page of a list while the browser waits. Returns undefined if that fails. */
export function callPageNow<const E extends Endpoint>(
  { method, url, config }: E,
  input: Input<E>,
): Page<Output<E>> | undefined {
  const area = areaFor(config.access)
  const request = new XMLHttpRequest()
  request.open(method, address(url, input as AnyInput), false)
  request.setRequestHeader('accept', 'application/json')
  if (area) request.setRequestHeader('authorization', `Bearer ${tokenOf(area)}`)
  try {
    request.send()
    if (request.status !== 200) return undefined
    return { items: JSON.parse(request.responseText), cursor: nextCursor(request.getResponseHeader('link')) }
  } catch {
    return undefined
  }
}

interface AnyInput {
  params?: Record<string, string>
  querystring?: Record<string, unknown>
  body?: unknown
}

const REQUEST_TIMEOUT_MS = 30_000

/** The running mutations, by the request that they send. */
const pendingChanges = new Map<string, ReturnType<typeof send>>()

/** Sends an identical mutation only once while the first is running, as after a double click. */
function exchange(endpoint: Endpoint, input: AnyInput = {}, options: CallOptions = {}) {
  if (endpoint.method === 'GET' || options.signal) return send(endpoint, input, options)
  const key = [endpoint.method, endpoint.url, JSON.stringify(input)].join(' ')
  const sent =
    pendingChanges.get(key) ?? send(endpoint, input, options).finally(() => pendingChanges.delete(key))
  pendingChanges.set(key, sent)
  return sent
}

/** Reads a range of a response of bytes, both ends included; without a range, all of it. */
export async function callBytes<const E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { signal, range }: { signal?: AbortSignal; range?: { start: number; end: number } },
) {
  const headers = range && { range: `bytes=${range.start}-${range.end}` }
  return withConfirmation(async () => {
    const response = await request(endpoint, input as AnyInput, { signal, headers })
    if (!response.ok) await read(response)
    return response.arrayBuffer().catch((reason: unknown) => {
      if (signal?.aborted) throw reason
      throw new ApiError(0, { code: 'UNREACHABLE' })
    })
  })
}

function send(endpoint: Endpoint, input: AnyInput, options: CallOptions) {
  return withConfirmation(() => sendOnce(endpoint, input, options))
}

/** Calls again once the person has confirmed that it is them, where the server asks for that. */
async function withConfirmation<T>(send: () => Promise<T>) {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    noteRestriction(error.code)
    if (error.code !== 'CONFIRM_IT_IS_YOU' || !(await confirmIdentity())) throw error
    return send()
  }
}

async function sendOnce(endpoint: Endpoint, input: AnyInput, options: CallOptions) {
  const response = await request(endpoint, input, options)
  return { response, answer: await read(response) }
}

async function request(
  { method, url, config }: Endpoint,
  input: AnyInput,
  {
    signal,
    area: chosen,
    token: given,
    headers: more,
  }: CallOptions & { headers?: Record<string, string> | undefined },
) {
  const area = areaFor(config.access) ?? chosen
  const token = given ?? (area && tokenOf(area))
  const headers: Record<string, string> = { accept: 'application/json', ...more }
  if (token) headers.authorization = `Bearer ${token}`
  if (input.body !== undefined) headers['content-type'] = 'application/json'

  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const response = await fetch(address(url, input), {
    method,
    headers,
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((reason: unknown) => {
    if (signal?.aborted) throw reason
    throw new ApiError(0, { code: 'UNREACHABLE' })
  })

  setServerClock(response)
  const renewed = response.headers.get('x-session-token')
  if (area && token && renewed) renewSession(area, token, renewed)
  if (response.status === 401 && area && token) expireSession(area, token)
  return response
}

function areaFor(access: Endpoint['config']['access']): Area | undefined {
  if (access === 'anyone' || access === 'optional') return undefined
  return access === 'either' ? areaOnScreen() : access
}

function address(url: string, { params = {}, querystring = {} }: AnyInput) {
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(querystring)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return `/api${path}${query.size ? `?${query}` : ''}`
}

async function read(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const reply: unknown = await response.json().catch(() => undefined)
  if (response.ok && reply !== undefined) return reply
  if (!response.ok && isProblem(reply)) throw new ApiError(response.status, reply)
  throw new ApiError(response.status, { code: 'UNREADABLE' })
}

function isProblem(reply: unknown): reply is Problem {
  return typeof reply === 'object' && reply !== null && 'code' in reply && 'message' in reply
}

/** `<…?cursor=abc>; rel="next"` → abc */
function nextCursor(link: string | null) {
  const target = link?.match(/<([^>]*)>\s*;[^,]*rel="?next"?/)?.[1]
  return target
    ? (new URL(target, window.location.origin).searchParams.get('cursor') ?? undefined)
    : undefined
}
