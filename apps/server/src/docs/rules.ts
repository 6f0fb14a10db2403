import { type Html, html } from '../platform/http/html.ts'
import type { Document, Schema } from './openapi-types.ts'
import { prose } from './prose.ts'

/** What a value has to be, in words: `text, 1 to 200 characters, or null`. */
export function rulesOf(schema: Schema, document: Document): Html {
  const { type, anyOf, default: byDefault } = schema
  const orNull = Array.isArray(type) ? type.includes('null') : anyOf?.some((option) => option.type === 'null')
  return html`${kindOf(schema, document)}${orNull && html`, or ${code(null)}`}${
    byDefault !== undefined && html`; ${code(byDefault)} when left out`
  }`
}

/** The schema itself, where only its name stands. */
export function resolved(schema: Schema, { components }: Document): Schema {
  return (schema.$ref && components.schemas[nameOf(schema)]) || schema
}

export function nameOf({ $ref = '' }: Schema) {
  return $ref.split('/').at(-1) ?? ''
}

function kindOf(schema: Schema, document: Document): Html {
  const { $ref, anyOf, items, enum: options, const: only, additionalProperties } = schema
  const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== 'null') : schema.type
  if ($ref) return refersTo(schema, document)
  if (anyOf) return kindOf(anyOf.find((option) => option.type !== 'null') ?? {}, document)
  if (only !== undefined) return code(only)
  if (options) return html`one of ${listed(options.filter((option) => option !== null))}`
  if (type === 'array') return html`list of ${kindOf(items ?? {}, document)}`
  if (type === 'integer') return html`whole number${range(schema.minimum, schema.maximum)}`
  if (type === 'boolean') return html`${code(true)} or ${code(false)}`
  if (type === 'object')
    return typeof additionalProperties === 'object' ? html`a sentence for each name` : html`object`
  return html`${prose(formats[schema.format ?? ''] ?? 'text')}${range(schema.minLength, schema.maxLength, ' characters')}`
}

function refersTo(schema: Schema, document: Document) {
  const target = resolved(schema, document)
  const name = nameOf(schema)
  return target.properties
    ? html`<a href="#object-${name}"><code>${name}</code></a>`
    : kindOf(target, document)
}

const formats: Record<string, string | undefined> = {
  uuid: 'id',
  date: 'day, such as `2026-12-18`',
  'date-time': 'instant, such as `2026-11-20T09:30:00.000Z`',
  email: 'e-mail address',
  binary: 'the bytes of a file',
}

function range(least: number | undefined, most: number | undefined, unit = '') {
  if (most === undefined) return least !== undefined && html`, at least ${words(least)}${unit}`
  return least === undefined
    ? html`, at most ${words(most)}${unit}`
    : html`, ${words(least)} to ${words(most)}${unit}`
}

function words(number: number) {
  return number.toLocaleString('en-GB')
}

function listed(options: unknown[]): Html[] {
  return options.map((option, i) => html`${i > 0 && ', '}${code(option)}`)
}

function code(value: unknown) {
  return html`<code>${String(value)}</code>`
}
