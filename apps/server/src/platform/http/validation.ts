import { formats, isBlank } from '@portico/contract'
import { Ajv, type Options, type ValidateFunction } from 'ajv'
import buildSerializer from 'fast-json-stringify'
import type {
  FastifyInstance,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifySerializerCompiler,
} from 'fastify'
import type { TSchema } from 'typebox'
import { isName } from './names.ts'

const options: Options = {
  allErrors: true,
  verbose: true,
  formats: { ...formats, name: isName },
  allowUnionTypes: true,
  strict: false,
}
const bodies = new Ajv(options)
/** Numbers in a query string arrive as text. A body is never coerced. */
const queries = new Ajv({ ...options, coerceTypes: true })

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  compileOnDemand(httpPart === 'body' ? bodies : queries, schema)

/** Compiles when it is first called. Compiling all schemas took a quarter of the server's start. */
function compileOnDemand<T>(ajv: Ajv, schema: TSchema) {
  let compiled: ValidateFunction<T> | undefined
  function validate(input: unknown): input is T {
    compiled ??= ajv.compile<T>(schema)
    const valid = compiled(input)
    validate.errors = compiled.errors
    return valid
  }
  validate.errors = null as ValidateFunction['errors']
  return validate
}

/** Compiles when a response first needs it. */
export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialize: ReturnType<typeof buildSerializer> | undefined
  return (data) => {
    serialize ??= buildSerializer(schema)
    return serialize(data)
  }
}

const EMPTY_OBJECT = { type: 'object', properties: {}, additionalProperties: false }

/** Refuses fields that a route does not name, and cleans text before it is validated. */
export function rejectUnknownInput(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    const { method, schema = {} } = route
    route.schema = {
      ...schema,
      querystring: schema.querystring ?? EMPTY_OBJECT,
      ...(![method].flat().every(hasNoBody) && { body: schema.body ?? EMPTY_OBJECT }),
    }
  })

  app.addHook('preValidation', (request: FastifyRequest, _reply, done) => {
    if (!hasNoBody(request.method))
      request.body = cleanText(request.body ?? {}, request.routeOptions.schema?.body)
    done()
  })
}

/** For socket events: cleans and validates a payload, and throws the same error as a route. */
export function createPayloadParser<T>(schema: TSchema) {
  const check = compileOnDemand<T>(bodies, schema)
  return (payload: unknown): T => {
    const cleaned = cleanText(payload, schema)
    if (check(cleaned)) return cleaned
    throw Object.assign(new Error('invalid'), { validation: check.errors, validationContext: 'body' })
  }
}

function hasNoBody(method: string) {
  return method === 'GET' || method === 'HEAD'
}

interface Property {
  format?: string
  anyOf?: { type?: string }[]
  items?: unknown
}
type Properties = Record<string, Property | undefined>

/**
 * Changes the body in place: trims and normalises text except passwords, and turns blank text in nullable fields into null.
 * The objects in a list are cleaned too.
 */
export function cleanText(body: unknown, schema: unknown): unknown {
  const { properties } = (schema ?? {}) as { properties?: Properties }
  if (!properties || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const fields = body as Record<string, unknown>
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (Array.isArray(value) && property?.items) for (const item of value) cleanText(item, property.items)
    if (typeof value !== 'string' || property?.format === 'password') continue
    const text = value.normalize('NFC').trim()
    const mayBeNull = property?.anyOf?.some(({ type }) => type === 'null')
    fields[name] = mayBeNull && isBlank(text) ? null : text
  }
  return fields
}
