import { type Endpoint, features } from '@portico/contract'
import { problemOf } from '../platform/http/errors.ts'
import { chapters } from './chapters.ts'
import { errorResponses } from './error-responses.ts'
import { introduction } from './introduction.ts'
import type { Document, ErrorCode, Header } from './openapi-types.ts'
import { createOperation } from './operations.ts'
import { listProblems } from './problems.ts'
import { namedSchemas } from './schemas.ts'

export function createOpenApi(publicUrl: string): Document {
  const errors = listProblems()
  return {
    openapi: '3.1.1',
    info: {
      title: 'Portico API',
      version: '1',
      summary: 'A freelancer’s portal: clients, projects, files, feedback, bin and chat.',
      description: introduction
        .map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join('\n\n'))
        .join('\n\n'),
    },
    servers: [{ url: `${publicUrl}/api` }],
    tags: Object.values(chapters).map(({ title, description }) => ({ name: title, description })),
    paths: createPaths(),
    components: {
      schemas: namedSchemas(),
      responses: errorResponses(),
      headers,
      examples: Object.fromEntries(errors.map((error) => [error.code, exampleOf(error)])),
      securitySchemes: {
        freelancer: bearer('A freelancer’s session, from `POST /auth/login` or `POST /auth/register`.'),
        client: bearer('A client’s session, from `GET /clients/login-from-token`.'),
      },
    },
    'x-errors': errors,
    'x-introduction': introduction,
  }
}

function createPaths() {
  const paths: Document['paths'] = {}
  for (const [feature, { title, examples }] of Object.entries(chapters)) {
    for (const example of examples) {
      const { method, url } = example.endpoint
      const path = url.replace(/:(\w+)/g, '{$1}')
      paths[path] = {
        ...paths[path],
        [method.toLowerCase()]: createOperation(
          example,
          idOf(feature as keyof typeof features, example.endpoint),
          title,
        ),
      }
    }
  }
  return paths
}

/** `projects.create` of the contract is `projectsCreate`. */
function idOf(feature: keyof typeof features, endpoint: Endpoint) {
  const [name = ''] = Object.entries<unknown>(features[feature]).find(([, value]) => value === endpoint) ?? []
  return feature + name.charAt(0).toUpperCase() + name.slice(1)
}

function exampleOf({ code, status, messages: [message = ''], when }: ErrorCode) {
  const value = problemOf({ name: 'Error', code, statusCode: status, message })
  return {
    summary: when,
    value: code === 'INVALID_INPUT' ? { ...value, fields: { title: message } } : value,
  }
}

function bearer(description: string) {
  return { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description }
}

const headers: Record<string, Header> = {
  RequestId: { description: 'Names this call in our logs.', schema: { type: 'string', format: 'uuid' } },
  SessionToken: {
    description: 'Now and then: a new token for the same session. Use it from now on.',
    schema: { type: 'string' },
  },
  Link: {
    description: 'Where the next page is: `</api/…?cursor=…>; rel="next"`. Not there on the last one.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'How many seconds to wait.', schema: { type: 'integer' } },
}
