import { type Html, html } from '../platform/html.ts'
import type { Document, Schema } from './openapi-types.ts'
import { prose } from './prose.ts'
import { resolved, rulesOf } from './rules.ts'

interface Field {
  name: string
  schema: Schema
  required: boolean
  description?: string
}

/** The fields of an object, each with its rules in words. Of what is sent, it is said what has to be there. */
export function fieldsOf(schema: Schema, document: Document, sent: boolean): Html {
  const { properties = {}, required = [] } = resolved(schema, document)
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    required: required.includes(name),
    description: property.description,
  }))
  return fieldList(fields, document, sent)
}

export function fieldList(fields: Field[], document: Document, sent: boolean): Html {
  const row = ({ name, schema, required, description }: Field) => html`
<div>
<dt><code>${name}</code>${sent && html` <span>${required ? 'required' : 'optional'}</span>`}</dt>
<dd>${sentence(rulesOf(schema, document))}${description && html` ${prose(description)}`}${inside(schema, document, sent)}</dd>
</div>`
  return html`<dl class="fields">${fields.map(row)}</dl>`
}

/** What an object or a list has in it, unless it has a name and so a place of its own. */
function inside(schema: Schema, document: Document, sent: boolean) {
  const object = schema.items ?? schema
  return object.properties && fieldsOf(object, document, sent)
}

/** Begins with a capital, ends with a full stop: `::first-letter` and a dot. */
function sentence(rules: Html) {
  return html`<span class="rule">${rules}.</span>`
}
