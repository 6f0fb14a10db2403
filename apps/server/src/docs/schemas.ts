import { Day, features, Id, Instant, isEndpoint, Problem } from '@portico/contract'
import { answered, asked } from './field-notes.ts'
import type { Schema } from './openapi-types.ts'

type Notes = Record<string, string>

/** The contract's schemas that have a name, as components; what looks just like one refers to it. */
export function namedSchemas(): Record<string, Schema> {
  return Object.fromEntries(
    [...named].map(([key, name]) => {
      const schema: Schema = JSON.parse(key)
      const notes = schema.additionalProperties === false ? asked : answered
      return [name, translate(schema, notes)]
    }),
  )
}

export const askedSchema = (schema: object) => refer(plain(schema), asked)
export const answeredSchema = (schema: object) => refer(plain(schema), answered)

/** TypeBox keeps its own marks on a schema; JSON does not. */
function plain(schema: object): Schema {
  return JSON.parse(JSON.stringify(schema))
}

function refer(schema: Schema, notes: Notes): Schema {
  const name = named.get(JSON.stringify(schema))
  return name ? { $ref: `#/components/schemas/${name}` } : translate(schema, notes)
}

/** From Ajv with our formats to what any OpenAPI tool knows. */
function translate(schema: Schema, notes: Notes): Schema {
  const { anyOf, items, properties, patternProperties, format, ...rest } = schema
  if (anyOf) return nullable(anyOf, notes)
  return {
    ...(schema.enum && { type: 'string' }),
    ...rest,
    ...known(schema),
    ...(items && { items: refer(items, notes) }),
    ...(properties && { properties: withNotes(properties, notes) }),
    ...(patternProperties && {
      additionalProperties: translate(Object.values(patternProperties)[0] ?? {}, notes),
    }),
  }
}

/** Our formats and patterns by the names that others know. */
function known({ format, pattern, minLength = 1 }: Schema): Schema {
  if (pattern === id) return { format: 'uuid' }
  if (pattern === instant) return { format: 'date-time' }
  if (format === day) return { format: 'date' }
  if (format === 'words' || format === 'name') return { minLength }
  if (format === 'storable') return {}
  return format ? { format } : {}
}

function nullable(options: Schema[], notes: Notes): Schema {
  const [option = {}] = options.filter(({ type }) => type !== 'null')
  const schema = refer(option, notes)
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) }
}

function withNotes(properties: Record<string, Schema>, notes: Notes) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const description = notes[name]
      return [name, { ...refer(property, notes), ...(description && { description }) }]
    }),
  )
}

const [id, instant, day] = [plain(Id).pattern, plain(Instant).pattern, plain(Day).format]

const named = new Map<string, string>(
  [{ Problem }, ...Object.values(features)]
    .flatMap((feature) => Object.entries<unknown>(feature))
    // What is said over the live connection is no part of any call.
    .filter(([name, value]) => typeof value === 'object' && !isEndpoint(value) && name !== 'events')
    .map(([name, schema]) => [JSON.stringify(schema), name]),
)
