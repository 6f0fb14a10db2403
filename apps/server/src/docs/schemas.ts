import { Day, features, Id, Instant, isEndpoint, Problem } from '@portico/contract'
import { requestFieldNotes, responseFieldNotes } from './field-notes.ts'
import type { Schema } from './openapi-types.ts'

type Notes = Record<string, string>

/** The named schemas of the contract as components. Equal schemas elsewhere become references. */
export function namedSchemas(): Record<string, Schema> {
  return Object.fromEntries(
    [...schemaNames].map(([key, name]) => {
      const schema: Schema = JSON.parse(key)
      const notes = schema.additionalProperties === false ? requestFieldNotes : responseFieldNotes
      return [name, translate(schema, notes)]
    }),
  )
}

export const requestSchema = (schema: object) => refOrTranslate(toPlainJson(schema), requestFieldNotes)
export const responseSchema = (schema: object) => refOrTranslate(toPlainJson(schema), responseFieldNotes)

/** Removes TypeBox's own properties, which are not JSON. */
function toPlainJson(schema: object): Schema {
  return JSON.parse(JSON.stringify(schema))
}

function refOrTranslate(schema: Schema, notes: Notes): Schema {
  const name = schemaNames.get(JSON.stringify(schema))
  return name ? { $ref: `#/components/schemas/${name}` } : translate(schema, notes)
}

/** Translates our Ajv formats to standard ones. */
function translate(schema: Schema, notes: Notes): Schema {
  const { anyOf, items, properties, format, ...rest } = schema
  if (anyOf) return translateNullable(anyOf, notes)
  return {
    ...(schema.enum && { type: 'string' }),
    ...rest,
    ...translateFormat(schema),
    ...(items && { items: refOrTranslate(items, notes) }),
    ...(properties && { properties: translateProperties(properties, notes) }),
  }
}

/** The standard equivalents of our formats and patterns. */
function translateFormat({ format, pattern, minLength = 1 }: Schema): Schema {
  if (pattern === id) return { format: 'uuid' }
  if (pattern === instant) return { format: 'date-time' }
  if (format === day) return { format: 'date' }
  if (format === 'words' || format === 'name') return { minLength }
  if (format === 'storable') return {}
  return format ? { format } : {}
}

function translateNullable(options: Schema[], notes: Notes): Schema {
  const [option = {}] = options.filter(({ type }) => type !== 'null')
  const schema = refOrTranslate(option, notes)
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) }
}

function translateProperties(properties: Record<string, Schema>, notes: Notes) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const description = notes[name]
      return [name, { ...refOrTranslate(property, notes), ...(description && { description }) }]
    }),
  )
}

const [id, instant, day] = [toPlainJson(Id).pattern, toPlainJson(Instant).pattern, toPlainJson(Day).format]

const schemaNames = new Map<string, string>(
  [{ Problem }, ...Object.values(features)]
    .flatMap((feature) => Object.entries<unknown>(feature))
    .filter(([, value]) => typeof value === 'object' && !Array.isArray(value) && !isEndpoint(value))
    // Socket events belong to no call.
    .filter(([name]) => name !== 'events')
    .map(([name, schema]) => [JSON.stringify(schema), name]),
)
