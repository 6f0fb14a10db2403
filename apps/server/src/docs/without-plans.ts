import { members } from '@portico/contract'
import { chapters } from './chapters.ts'
import type { Document } from './openapi-types.ts'

/** The document of a Portico that sells nothing (`BILLING=none`): calls, errors, fields and sentences about plans are left out. */
export function withoutPlans(document: Document): Document {
  const errors = new Set(
    document['x-errors']
      .filter(({ code, when, messages }) => [code, when, ...messages].some(isAboutPlans))
      .map(({ code }) => code),
  )
  const fields = fieldsWithPlans(document)
  const choosesMembers = members.choose.url
  const paths = Object.entries(document.paths)
    .filter(([path]) => path !== choosesMembers)
    .map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).filter(([, { tags }]) => !tags.includes(chapters.billing.title)),
      ),
    ])
    .filter(([, operations]) => Object.keys(operations as object).length > 0)
  const errorsLeft = document['x-errors'].filter(({ code }) => !errors.has(code))
  return withoutUnusedSchemas(
    clean({ ...document, paths: Object.fromEntries(paths), 'x-errors': errorsLeft }) as Document,
  )

  function clean(value: unknown): unknown {
    if (typeof value === 'string') return value.startsWith(RESPONSES) ? cleanName(value) : cleanText(value)
    if (Array.isArray(value))
      return value
        .filter((item) => !errors.has(item))
        .map(clean)
        .filter((item) => item !== '')
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, item]) => !errors.has(name) && !isWithPlans(item))
        .map(([name, item]) => [
          cleanName(name),
          name === 'example' ? clean(cleanExample(item)) : clean(item),
        ]),
    )
  }

  /** The responses of a call are named after their errors. */
  function cleanName(name: string) {
    const prefix = name.startsWith(RESPONSES) ? RESPONSES : ''
    const codes = name.slice(prefix.length).split('.')
    return prefix + codes.filter((code) => !errors.has(code)).join('.')
  }

  function cleanExample(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(cleanExample)
    if (typeof value !== 'object' || value === null) return value
    const kept = Object.entries(value).filter(([name]) => !fields.has(name))
    return Object.fromEntries(kept.map(([name, item]) => [name, cleanExample(item)]))
  }
}

const RESPONSES = '#/components/responses/'

const isAboutPlans = (text: string) =>
  /(?<![a-z])(plans?|stripe|billing|trial|payments?|subscription of)(?![a-z])|[£$€]\d/i.test(text)

/** Leaves out the sentences about plans. */
function cleanText(text: string) {
  if (!isAboutPlans(text)) return text
  return text
    .split('\n')
    .map((line) =>
      line
        .split(/(?<=[.:;]) /)
        .filter((sentence) => !isAboutPlans(sentence))
        .join(' '),
    )
    .join('\n')
}

const isWithPlans = (schema: unknown) =>
  typeof schema === 'object' && schema !== null && 'x-with-plans' in schema

function fieldsWithPlans(value: unknown, found = new Set<string>()) {
  if (typeof value !== 'object' || value === null) return found
  for (const [name, item] of Object.entries(value)) {
    if (isWithPlans(item)) found.add(name)
    fieldsWithPlans(item, found)
  }
  return found
}

/** Those of billing, which no call names any more; and those that only such a schema names. */
function withoutUnusedSchemas(document: Document): Document {
  const text = JSON.stringify(document)
  const all = Object.entries(document.components.schemas)
  const used = all.filter(([name]) => text.includes(`"#/components/schemas/${name}"`))
  if (used.length === all.length) return document
  const components = { ...document.components, schemas: Object.fromEntries(used) }
  return withoutUnusedSchemas({ ...document, components })
}
