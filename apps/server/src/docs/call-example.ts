import type { Endpoint, Input, Output } from '@portico/contract'

/** What the document says of an endpoint beyond its schemas. `examples.test.ts` makes the call and compares the response. */
export interface CallExample {
  endpoint: Endpoint
  description?: string
  request: { params?: object; querystring?: object; body?: object }
  response: unknown
  errors: readonly string[]
}

type RequestOf<E extends Endpoint> =
  Record<never, never> extends Input<E> ? { request?: Input<E> } : { request: Input<E> }
type ResponseOf<E extends Endpoint> = Output<E> extends null ? { response?: null } : { response: Output<E> }

export function callExample<E extends Endpoint>(
  endpoint: E,
  example: { description?: string; errors?: readonly string[] } & RequestOf<E> & ResponseOf<E>,
): CallExample {
  return { endpoint, request: {}, response: null, errors: [], ...example } as CallExample
}
