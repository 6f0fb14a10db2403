import type { Endpoint, Input, Output } from '@portico/contract'
import type { Code } from './problems.ts'

/** What the document says of an endpoint beyond its schemas. A test makes this very call and compares the answer. */
export interface Documented {
  endpoint: Endpoint
  /** More than the summary says. */
  about?: string
  asks: { params?: object; querystring?: object; body?: object }
  answers: unknown
  /** The failures of its own, beside those that every such call can have. */
  fails: readonly Code[]
}

type Asks<E extends Endpoint> =
  Record<never, never> extends Input<E> ? { asks?: Input<E> } : { asks: Input<E> }
type Answers<E extends Endpoint> = Output<E> extends null ? { answers?: null } : { answers: Output<E> }

export function documented<E extends Endpoint>(
  endpoint: E,
  example: { about?: string; fails?: readonly Code[] } & Asks<E> & Answers<E>,
): Documented {
  return { endpoint, asks: {}, answers: null, fails: [], ...example } as Documented
}
