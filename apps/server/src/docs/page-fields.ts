import { type Html, html } from '../platform/http/html.ts'
import type { Document, Schema } from './openapi-types.ts'
import { prose } from './prose.ts'
import { resolved, rulesOf } from './rules.ts'

interface Field {
  name: string
  schema: Schema
  required: boolean
  description?: string
}

/** The fields of an object, each with its rules in words. */
export function fieldsOf(schema: Schema, document: Document, sent: boolean): Html {
  const { properties = {}, required = [], minProperties } = resolved(schema, document)
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    required: required.includes(name),
    description: property.description,
  }))
  return html`${minProperties === 1 && html`<p>One of these at least.</p>`}${fieldList(fields, document, sent)}`
}

export function fieldList(fields: Field[], document: Document, sent: boolean): Html {
  const row = ({ name, schema, required, description }: Field) => html`
<div>
<dt><code>${name}</code>${presenceOf(required, sent)}</dt>
<dd>${sentence(rulesOf(schema, document))}${description && html` ${prose(description)}`}${inside(schema, document, sent)}</dd>
</div>`
  return html`<dl class="fields">${fields.map(row)}</dl>`
}

/** Of what is sent, whether it has to be there; of what is answered, whether it always is. */
function presenceOf(required: boolean, sent: boolean) {
  if (sent) return html` <span>${required ? 'required' : 'optional'}</span>`
  return !required && html` <span>sometimes</span>`
}

/** What an object or a list has in it, unless it has a name and so a place of its own. */
function inside(schema: Schema, document: Document, sent: boolean) {
  const object = schema.items ?? schema
  return object.properties && fieldsOf(object, document, sent)
}

/** Its first letter is made a capital by the style sheet. */
function sentence(rules: Html) {
  return html`<span class="rule">${rules}.</span>`
}
