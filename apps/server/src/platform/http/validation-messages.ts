import { hasAddressOrLineBreak, isBlank } from '@portico/contract'
import type { FastifySchemaValidationError } from 'fastify'

type Fault = FastifySchemaValidationError & { data?: unknown; parentSchema?: { type?: string } }

const MOST_FIELDS = 20

/** Says of each field what is wrong with it, in words for a person. */
export function complaints(faults: readonly FastifySchemaValidationError[], whenBlank: string | undefined) {
  const fields = new Map<string, string>()
  let onlyBlank = true
  for (const fault of faults as Fault[]) {
    if (isNoise(fault)) continue
    const name = fieldOf(fault)
    if (!isMissing(fault)) onlyBlank = false
    if (!fields.has(name) && fields.size < MOST_FIELDS) fields.set(name, complaint(fault, name))
  }
  const [first = 'Please check what you sent.'] = fields.values()
  fields.delete('')
  return {
    message: (onlyBlank && whenBlank) || first,
    ...(fields.size > 0 && { fields: Object.fromEntries(fields) }),
  }
}

/** For a nullable field Ajv complains three times; the one about the value itself is the one to show. */
function isNoise({ keyword, params, schemaPath }: Fault) {
  return keyword === 'anyOf' || (params.type === 'null' && schemaPath.includes('/anyOf/'))
}

function fieldOf({ instancePath, keyword, params }: Fault) {
  if (keyword === 'required') return String(params.missingProperty)
  if (keyword === 'additionalProperties') return String(params.additionalProperty).slice(0, 60)
  return instancePath.split('/')[1] ?? ''
}

function isMissing({ keyword, data, instancePath }: Fault) {
  if (keyword === 'required' || keyword === 'minProperties') return true
  return instancePath !== '' && (data === null || (typeof data === 'string' && isBlank(data)))
}

function complaint(fault: Fault, name: string): string {
  const { keyword, params } = fault
  const label = labelOf(name)
  if (keyword === 'minProperties') return 'Nothing to change was sent.'
  if (name === '') return 'Please send a JSON object.'
  if (keyword === 'additionalProperties') return `${name} is not a known field.`
  if (isMissing(fault)) return `${label} is required.`
  if (keyword === 'maxLength') return `${label} can have at most ${params.limit} characters.`
  if (keyword === 'minLength') return `${label} must have at least ${params.limit} characters.`
  if (keyword === 'minimum') return `${label} must be ${params.limit} or more.`
  if (keyword === 'maximum') return `${label} must be ${params.limit} or less.`
  if (keyword === 'enum') return `${label} must be one of: ${(params.allowedValues as string[]).join(', ')}.`
  if (keyword === 'format')
    return wrongFormat[params.format as string]?.(label, String(fault.data)) ?? `${label} is not valid.`
  if (keyword === 'type') return `${label} must be ${kinds[params.type as string] ?? params.type}.`
  return `${label} is not valid.`
}

const unstorable = (label: string) => `${label} has characters that cannot be stored.`
const wrongFormat: Record<string, (label: string, text: string) => string> = {
  storable: unstorable,
  words: unstorable,
  name: (label, text) =>
    hasAddressOrLineBreak(text)
      ? `${label} cannot have a web address or a line break in it.`
      : unstorable(label),
  password: unstorable,
  email: () => 'Please enter a valid email address.',
  day: (label) => `${label} must be a date such as 2026-11-30.`,
}
const kinds: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

/** `firstName` is shown as `First name`. */
function labelOf(name: string) {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
