import type { Static, TSchema } from 'typebox'

/**
 * Who may call: `anyone`, and no token is looked at; `optional`, anyone too, but a token that is sent has to hold and says who
 * calls; `freelancer` or `client`; `either` of the two.
 */
export type Access = 'anyone' | 'optional' | 'freelancer' | 'client' | 'either'

/** One HTTP operation, as plain data, in the shape Fastify's app.route() accepts. Urls stand under /api. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  config: {
    access: Access
    /** What is said when all that is wrong with the input is that something is missing or blank. */
    whenBlank?: string
    /** The type of the body, where it is not JSON. */
    sends?: 'multipart/form-data'
    /** The type of the answer, where it is not JSON. */
    answers?: 'application/zip'
  }
  schema: {
    summary: string
    params?: TSchema
    querystring?: TSchema
    body?: TSchema
    response: Partial<Record<200 | 201 | 202 | 204, TSchema>>
  }
}

/** Checks an endpoint while keeping its exact types, so that both sides infer from them. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type Part<E extends Endpoint, Name extends 'params' | 'querystring' | 'body'> = E['schema'] extends {
  [N in Name]: infer S extends TSchema
}
  ? { [N in Name]: Static<S> }
  : unknown

export type Input<E extends Endpoint> = Part<E, 'params'> & OptionalQuery<E> & Part<E, 'body'>
type OptionalQuery<E extends Endpoint> = E['schema'] extends { querystring: infer S extends TSchema }
  ? Record<never, never> extends Static<S>
    ? { querystring?: Static<S> }
    : { querystring: Static<S> }
  : unknown
type Success<R> = R[keyof R] extends infer S extends TSchema ? Static<S> : never
export type Output<E extends Endpoint> = Success<E['schema']['response']>
