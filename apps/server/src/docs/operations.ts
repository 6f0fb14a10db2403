import { STATUS_CODES } from 'node:http'
import type { Access, Endpoint } from '@portico/contract'
import type { Documented } from './documented.ts'
import { failedAnswersOf, header, requestId } from './failed-answers.ts'
import type { Answer, Content, Operation, Parameter, Ref, Schema } from './openapi-types.ts'
import { answeredSchema, askedSchema } from './schemas.ts'

/** One call as OpenAPI has it. */
export function operationOf(documented: Documented, operationId: string, tag: string): Operation {
  const { endpoint, about, asks, fails } = documented
  const { config, schema } = endpoint
  const { summary, body } = schema
  return {
    operationId,
    tags: [tag],
    summary,
    ...(about && { description: about }),
    security: sessions[endpoint.config.access],
    parameters: [
      ...parametersIn('path', endpoint.schema.params, asks.params),
      ...parametersIn('query', endpoint.schema.querystring, asks.querystring),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { [config.sends ?? 'application/json']: { schema: askedSchema(body), example: asks.body } },
      },
    }),
    responses: {
      ...success(documented),
      ...failedAnswersOf(documented),
    },
    'x-own-errors': fails,
  }
}

const sessions: Record<Access, Record<string, []>[]> = {
  anyone: [],
  optional: [{}, { freelancer: [] }, { client: [] }],
  freelancer: [{ freelancer: [] }],
  client: [{ client: [] }],
  either: [{ freelancer: [] }, { client: [] }],
}

function parametersIn(place: Parameter['in'], schema: object | undefined, example: object = {}): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] }: Schema = askedSchema(schema)
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description && { description }),
    schema: rest,
    ...(name in example && { example: example[name as keyof typeof example] }),
  }))
}

function success({ endpoint, answers }: Documented): Record<string, Answer> {
  const [[status, schema] = ['204', undefined]] = Object.entries(endpoint.schema.response)
  const description = STATUS_CODES[status] ?? ''
  const headers = headersOf(endpoint)
  if (status === '204' || !schema) return { [status]: { description, headers } }
  const type = endpoint.config.answers
  const content: Content = type
    ? { [type]: { schema: answeredSchema(schema) } }
    : { 'application/json': { schema: answeredSchema(schema), example: answers } }
  return { [status]: { description, headers, content } }
}

function headersOf({ config, schema }: Endpoint): Record<string, Ref> {
  const pages = 'cursor' in ((schema.querystring as Schema | undefined)?.properties ?? {})
  return {
    ...requestId,
    ...(config.access !== 'anyone' && { 'X-Session-Token': header('SessionToken') }),
    ...(pages && { Link: header('Link') }),
  }
}
