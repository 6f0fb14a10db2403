import { type Html, html } from '../platform/http/html.ts'
import type { Document, Schema } from './openapi-types.ts'
import { renderProse } from './render-prose.ts'

/** The rules of a value: `text, 1 to 200 characters, or null`. */
export function renderRules(schema: Schema, document: Document): Html {
  const { type, anyOf, default: byDefault } = schema
  const orNull = Array.isArray(type) ? type.includes('null') : anyOf?.some((option) => option.type === 'null')
  return html`${renderType(schema, document)}${orNull && html`, or ${renderCode(null)}`}${
    byDefault !== undefined && html`; ${renderCode(byDefault)} when left out`
  }`
}

export function resolveRef(schema: Schema, { components }: Document): Schema {
  return (schema.$ref && components.schemas[refName(schema)]) || schema
}

export function refName({ $ref = '' }: Schema) {
  return $ref.split('/').at(-1) ?? ''
}

function renderType(schema: Schema, document: Document): Html {
  const { $ref, anyOf, items, enum: options, const: only, additionalProperties } = schema
  const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== 'null') : schema.type
  if ($ref) return renderRef(schema, document)
  if (anyOf) return renderType(anyOf.find((option) => option.type !== 'null') ?? {}, document)
  if (only !== undefined) return renderCode(only)
  if (options) return html`one of ${renderOptions(options.filter((option) => option !== null))}`
  if (type === 'array') return html`list of ${renderType(items ?? {}, document)}`
  if (type === 'integer') return html`whole number${renderRange(schema.minimum, schema.maximum)}`
  if (type === 'boolean') return html`${renderCode(true)} or ${renderCode(false)}`
  if (type === 'object')
    return typeof additionalProperties === 'object' ? html`a sentence for each name` : html`object`
  return html`${renderProse(FORMAT_NAMES[schema.format ?? ''] ?? 'text')}${renderRange(schema.minLength, schema.maxLength, ' characters')}`
}

function renderRef(schema: Schema, document: Document) {
  const target = resolveRef(schema, document)
  const name = refName(schema)
  return target.properties
    ? html`<a href="#object-${name}"><code>${name}</code></a>`
    : renderType(target, document)
}

const FORMAT_NAMES: Record<string, string | undefined> = {
  uuid: 'id',
  date: 'day, such as `2026-12-18`',
  'date-time': 'instant, such as `2026-11-20T09:30:00.000Z`',
  email: 'email address',
  binary: 'the bytes of a file',
}

function renderRange(least: number | undefined, most: number | undefined, unit = '') {
  if (most === undefined) return least !== undefined && html`, at least ${formatNumber(least)}${unit}`
  return least === undefined
    ? html`, at most ${formatNumber(most)}${unit}`
    : html`, ${formatNumber(least)} to ${formatNumber(most)}${unit}`
}

function formatNumber(number: number) {
  return number.toLocaleString('en-GB')
}

function renderOptions(options: unknown[]): Html[] {
  return options.map((option, i) => html`${i > 0 && ', '}${renderCode(option)}`)
}

function renderCode(value: unknown) {
  return html`<code>${String(value)}</code>`
}
