import { type Html, html } from '../platform/http/html.ts'
import type { Document, Schema } from './openapi-types.ts'
import { renderProse } from './render-prose.ts'
import { renderRules, resolveRef } from './render-rules.ts'

interface Field {
  name: string
  schema: Schema
  required: boolean
  description?: string
}

export function renderFields(schema: Schema, document: Document, sent: boolean): Html {
  const { properties = {}, required = [], minProperties } = resolveRef(schema, document)
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    required: required.includes(name),
    description: property.description,
  }))
  return html`${minProperties === 1 && html`<p>One of these at least.</p>`}${renderFieldList(fields, document, sent)}`
}

export function renderFieldList(fields: Field[], document: Document, sent: boolean): Html {
  const row = ({ name, schema, required, description }: Field) => html`
<div>
<dt><code>${name}</code>${renderPresence(required, sent)}</dt>
<dd>${renderSentence(renderRules(schema, document))}${description && html` ${renderProse(description)}`}${renderNestedFields(schema, document, sent)}</dd>
</div>`
  return html`<dl class="fields">${fields.map(row)}</dl>`
}

/** In a request: whether the field is required. In a response: whether it is always present. */
function renderPresence(required: boolean, sent: boolean) {
  if (sent) return html` <span>${required ? 'required' : 'optional'}</span>`
  return !required && html` <span>sometimes</span>`
}

/** The fields of a nested object or list, unless its schema has a name and its own section. */
function renderNestedFields(schema: Schema, document: Document, sent: boolean) {
  const object = schema.items ?? schema
  return object.properties && renderFields(object, document, sent)
}

/** The style sheet capitalises it. */
function renderSentence(rules: Html) {
  return html`<span class="rule">${rules}.</span>`
}
