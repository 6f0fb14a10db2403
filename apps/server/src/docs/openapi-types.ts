export interface Document {
  openapi: '3.1.1'
  info: { title: string; version: string; summary: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Response>
    headers: Record<string, Header>
    examples: Record<string, { summary: string; value: unknown }>
    securitySchemes: Record<string, object>
  }
  /** Extension: every error code. */
  'x-errors': ErrorCode[]
  /** Extension: the sections of `info.description`. */
  'x-introduction': Section[]
}

export interface Section {
  id: string
  title: string
  paragraphs: string[]
}

export interface ErrorCode {
  code: string
  status: number
  messages: readonly string[]
  when: string
}

export interface Operation {
  operationId: string
  tags: [string]
  summary: string
  description?: string
  security: Record<string, []>[]
  parameters: Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, Response | Ref>
  /** Extension: the error codes of this call only. */
  'x-own-errors': readonly string[]
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: Schema
  example?: unknown
}

export interface Response {
  description: string
  headers: Record<string, Ref>
  content?: Content
}

/** By content type: JSON, a form in a request, or a ZIP in a response. */
export type Content = Record<
  string,
  { schema: Schema | Ref; example?: unknown; examples?: Record<string, Ref> }
>

export function firstContent(content: Content | undefined) {
  return Object.values(content ?? {})[0]
}

export interface Ref {
  $ref: string
  description?: string
}

export interface Header {
  description: string
  schema: Schema
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minProperties?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
}
