import { isBlank } from '@portico/contract'
import type { FastifySchemaValidationError } from 'fastify'
import { hasAddressOrLineBreak } from './names.ts'

type FieldError = FastifySchemaValidationError & { data?: unknown; parentSchema?: { type?: string } }

const MAX_FIELDS = 20

export function validationProblem(
  faults: readonly FastifySchemaValidationError[],
  whenBlank: string | undefined,
) {
  const fields = new Map<string, string>()
  let onlyBlank = true
  for (const fault of faults as FieldError[]) {
    if (isNoise(fault)) continue
    const name = fieldName(fault)
    if (!isMissing(fault)) onlyBlank = false
    if (!fields.has(name) && fields.size < MAX_FIELDS) fields.set(name, fieldMessage(fault, name))
  }
  const [first = 'Please check what you sent.'] = fields.values()
  fields.delete('')
  return {
    message: (onlyBlank && whenBlank) || first,
    ...(fields.size > 0 && { fields: Object.fromEntries(fields) }),
  }
}

/** Ajv reports three errors for a nullable field. Only the one about the value is useful. */
function isNoise({ keyword, params, schemaPath }: FieldError) {
  return keyword === 'anyOf' || (params.type === 'null' && schemaPath.includes('/anyOf/'))
}

/** That of an object in a list begins with the list and its place there: `requests.0.title`. */
function fieldName({ instancePath, keyword, params }: FieldError) {
  const [, list = '', index, field] = instancePath.split('/')
  const isInList = /^\d+$/.test(index ?? '')
  const inList = (name: string) => (isInList ? `${list}.${index}.${name}` : name)
  if (keyword === 'required') return inList(String(params.missingProperty))
  if (keyword === 'additionalProperties') return inList(String(params.additionalProperty).slice(0, 60))
  return isInList && field ? inList(field) : list
}

function isMissing({ keyword, data, instancePath }: FieldError) {
  if (keyword === 'required' || keyword === 'minProperties' || keyword === 'minItems') return true
  return instancePath !== '' && (data === null || (typeof data === 'string' && isBlank(data)))
}

function fieldMessage(fault: FieldError, name: string): string {
  const { keyword, params } = fault
  const label = fieldLabel(name.slice(name.lastIndexOf('.') + 1))
  if (keyword === 'minProperties') return 'Nothing to change was sent.'
  if (keyword === 'maxItems') return `${label} can be at most ${params.limit} at once.`
  if (name === '') return 'Please send a JSON object.'
  if (keyword === 'additionalProperties') return `${name} is not a known field.`
  if (isMissing(fault)) return `${label} is required.`
  if (keyword === 'maxLength') return `${label} can have at most ${params.limit} characters.`
  if (keyword === 'minLength') return `${label} must have at least ${params.limit} characters.`
  if (keyword === 'minimum') return `${label} must be ${params.limit} or more.`
  if (keyword === 'maximum') return `${label} must be ${params.limit} or less.`
  if (keyword === 'enum') return `${label} must be one of: ${(params.allowedValues as string[]).join(', ')}.`
  if (keyword === 'format')
    return FORMAT_MESSAGES[params.format as string]?.(label, String(fault.data)) ?? `${label} is not valid.`
  if (keyword === 'type') return `${label} must be ${TYPE_NAMES[params.type as string] ?? params.type}.`
  return `${label} is not valid.`
}

const unstorable = (label: string) => `${label} has characters that cannot be stored.`
const FORMAT_MESSAGES: Record<string, (label: string, text: string) => string> = {
  storable: unstorable,
  words: unstorable,
  name: (label, text) =>
    hasAddressOrLineBreak(text)
      ? `${label} cannot have a web or email address or a line break in it.`
      : unstorable(label),
  password: unstorable,
  email: () => 'Please enter a valid email address.',
  day: (label) => `${label} must be a date such as 2026-11-30.`,
}
const TYPE_NAMES: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

/** `firstName` becomes `First name`. */
function fieldLabel(name: string) {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
