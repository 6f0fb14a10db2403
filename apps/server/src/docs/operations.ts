import { STATUS_CODES } from 'node:http'
import type { Access, Endpoint } from '@portico/contract'
import type { CallExample } from './call-example.ts'
import { errorResponseRefs, headerRef, requestIdHeader } from './error-responses.ts'
import type { Content, Operation, Parameter, Ref, Response, Schema } from './openapi-types.ts'
import { requestSchema, responseSchema } from './schemas.ts'

export function createOperation(documented: CallExample, operationId: string, tag: string): Operation {
  const { endpoint, description, request, errors } = documented
  const { config, schema } = endpoint
  const { summary, body } = schema
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    security: SECURITY[endpoint.config.access],
    parameters: [
      ...createParameters('path', endpoint.schema.params, request.params),
      ...createParameters('query', endpoint.schema.querystring, request.querystring),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [config.sends ?? 'application/json']: { schema: requestSchema(body), example: request.body },
        },
      },
    }),
    responses: {
      ...createSuccessResponses(documented),
      ...errorResponseRefs(documented),
    },
    'x-own-errors': errors,
  }
}

const SECURITY: Record<Access, Record<string, []>[]> = {
  anyone: [],
  optional: [{}, { freelancer: [] }, { client: [] }],
  freelancer: [{ freelancer: [] }],
  client: [{ client: [] }],
  either: [{ freelancer: [] }, { client: [] }],
}

function createParameters(
  place: Parameter['in'],
  schema: object | undefined,
  example: object = {},
): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] }: Schema = requestSchema(schema)
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description && { description }),
    schema: rest,
    ...(name in example && { example: example[name as keyof typeof example] }),
  }))
}

/** The first response has the example; one of another status says in its schema what it is. */
function createSuccessResponses({ endpoint, response }: CallExample): Record<string, Response> {
  const headers = responseHeaders(endpoint)
  const responses = Object.entries(endpoint.schema.response).map(([status, schema], index) => {
    const description = STATUS_CODES[status] ?? ''
    if (status === '204' || !schema) return [status, { description, headers }] as const
    const type = endpoint.config.answers
    const content: Content = type
      ? { [type]: { schema: responseSchema(schema) } }
      : {
          'application/json': {
            schema: responseSchema(schema),
            ...(index === 0 && { example: response }),
          },
        }
    return [status, { description, headers, content }] as const
  })
  return Object.fromEntries(responses)
}

function responseHeaders({ config, schema }: Endpoint): Record<string, Ref> {
  const pages = 'cursor' in ((schema.querystring as Schema | undefined)?.properties ?? {})
  return {
    ...requestIdHeader,
    ...(config.access !== 'anyone' && { 'X-Session-Token': headerRef('SessionToken') }),
    ...(pages && { Link: headerRef('Link') }),
  }
}
