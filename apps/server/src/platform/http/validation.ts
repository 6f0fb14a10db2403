import { formats, isBlank } from '@portico/contract'
import { Ajv, type Options } from 'ajv'
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'

const options: Options = { allErrors: true, verbose: true, formats, allowUnionTypes: true, strict: false }
const bodies = new Ajv(options)
/** Query strings are text, so a number in one has to be read from it; a body is never coerced. */
const queries = new Ajv({ ...options, coerceTypes: true })

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? bodies : queries).compile(schema)

const NOTHING = { type: 'object', properties: {}, additionalProperties: false }

/** What a route does not name is refused, and text is cleaned before it is judged. */
export function checkInput(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    const { method, schema = {} } = route
    route.schema = {
      ...schema,
      querystring: schema.querystring ?? NOTHING,
      ...(![method].flat().every(isRead) && { body: schema.body ?? NOTHING }),
    }
  })

  app.addHook('preValidation', async (request: FastifyRequest) => {
    if (isRead(request.method)) return
    request.body = clean(request.body ?? {}, request.routeOptions.schema?.body)
  })
}

/** For what comes over a socket: cleans a payload and holds it to its schema, or throws what a route would. */
export function cleaner<T>(schema: TSchema) {
  const check = bodies.compile<T>(schema)
  return (payload: unknown): T => {
    const cleaned = clean(payload, schema)
    if (check(cleaned)) return cleaned
    throw Object.assign(new Error('invalid'), { validation: check.errors, validationContext: 'body' })
  }
}

function isRead(method: string) {
  return method === 'GET' || method === 'HEAD'
}

type Properties = Record<string, { format?: string; anyOf?: { type?: string }[] } | undefined>

/** Trims and composes text (passwords apart), and makes a blank in a field that may be empty null: in the body itself. */
export function clean(body: unknown, schema: unknown): unknown {
  const { properties } = (schema ?? {}) as { properties?: Properties }
  if (!properties || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const fields = body as Record<string, unknown>
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (typeof value !== 'string' || property?.format === 'password') continue
    const text = value.normalize('NFC').trim()
    const mayBeNull = property?.anyOf?.some(({ type }) => type === 'null')
    fields[name] = mayBeNull && isBlank(text) ? null : text
  }
  return fields
}
