import type { Static, TSchema } from 'typebox'

/** Who may call. `anyone`: tokens are ignored. `optional`: a token may be missing, but a sent one has to be valid. */
export type Access = 'anyone' | 'optional' | 'freelancer' | 'client' | 'either'

/** One HTTP operation as plain data, in the shape that Fastify's app.route() accepts. URLs are relative to /api. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  config: {
    access: Access
    /** Changes nothing but what is the caller's own, such as their settings, so contacts who only look may call it. */
    changesOwn?: true
    /**
     * A freelancer is asked for their password or passkey again, unless they gave it in the last ten minutes. `own-password`: the body
     * has the password, which is asked for each time.
     */
    sensitive?: true | 'own-password'
    /** May be called before a second factor that is required is set up. */
    beforeFactor?: true
    /** May be called by a member who is paused, because the plan has no room for them. */
    whilePaused?: true
    /** The error message when input is only missing or blank. */
    whenBlank?: string
    /** The content type of the request, if it is not JSON. */
    sends?: 'multipart/form-data'
    /** The content type of the response, if it is not JSON. */
    answers?:
      | 'application/pdf'
      | 'application/zip'
      | 'application/octet-stream'
      | 'text/csv'
      | 'text/plain'
      | 'text/calendar'
  }
  schema: {
    summary: string
    params?: TSchema
    querystring?: TSchema
    body?: TSchema
    response: Partial<Record<200 | 201 | 202 | 204, TSchema>>
  }
}

/** Checks an endpoint and keeps its literal types, from which server and web infer. */
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
