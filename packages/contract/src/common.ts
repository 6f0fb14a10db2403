import * as Type from 'typebox'

/** A UUID in lower case. PostgreSQL and Ajv accept further spellings, hence the pattern. */
export const UUID_PATTERN = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
export const Id = Type.String({ pattern: `^${UUID_PATTERN}$` })
/** A calendar date, YYYY-MM-DD. */
export const Day = Type.String({ format: 'day' })
/** ISO 8601 in UTC with milliseconds. */
export const Instant = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' })
export const Email = Type.String({ format: 'email', maxLength: 254 })
/** Text that is not empty and not only spaces or zero-width characters. The length counts code points. */
export const visibleText = (maxLength: number) => Type.String({ format: 'words', maxLength })
/** One line. The server refuses web and email addresses too, because names become part of emails. */
export const Name = Type.String({ format: 'name', maxLength: 200 })
export const Title = /* @__PURE__ */ visibleText(200)
export const Text = /* @__PURE__ */ visibleText(10_000)
/** Never trimmed or normalised. */
export const Password = Type.String({ format: 'password', minLength: 8, maxLength: 128 })

/** The secret of a mailed link. */
export const Token = Type.String({ minLength: 1, maxLength: 1_000 })

export const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** An object that refuses unknown properties. */
export const StrictObject = <P extends Type.TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/**
 * Whether a requested email is sent: it is queued, over a limit, waiting until the freelancer's own address is confirmed or
 * for the client's first project, or there was none to send.
 */
export type EmailStatus = Type.Static<typeof EmailStatus>
export const EmailStatus = Type.Enum(['queued', 'limited', 'unconfirmed', 'first-project', 'none'])

/** The mail server refuses an address for good: since when, and what it replied. */
export type EmailRefusal = Type.Static<typeof EmailRefusal>
export const EmailRefusal = Type.Object({ refusedAt: Instant, reply: Type.String() })

/** Parameters of a paged list. The `Link` header of the response has the next page. */
export const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })),
  cursor: Type.Optional(Id),
}

/** Parameters of a paged list that leaves out what is archived, unless it is asked for. */
export const archivedPaging = { ...paging, archived: Type.Optional(Type.Boolean()) }

/** Of a member: only clients that they are assigned to. */
export const Mine = Type.Optional(Type.Boolean())

/**
 * The error message of each invalid field. `Type.Record` would add 11 kB to the first load of every page with a form.
 */
const FieldErrors = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
})

const PresentTexts = Type.Unsafe<Record<string, string | null>>({
  type: 'object',
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'null' }] },
})

/** The body of every error response. `message` is for people, `code` for programs. */
export type Problem = Type.Static<typeof Problem>
export const Problem = Type.Object({
  statusCode: Type.Integer(),
  code: Type.String(),
  error: Type.String(),
  message: Type.String(),
  fields: Type.Optional(FieldErrors),
  /** With `CHANGED_MEANWHILE`: the present text of each field that somebody else has changed. */
  current: Type.Optional(PresentTexts),
})

const invisible = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]*$/u

export function isBlank(text: string) {
  return invisible.test(text)
}

export function hasLineBreak(text: string) {
  return /[\n\v\f\r\u0085\u2028\u2029]/.test(text)
}

/** PostgreSQL cannot store NUL and unpaired surrogates. */
export function isStorable(text: string) {
  return !text.includes('\0') && text.isWellFormed()
}

export function isDay(text: string) {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const localPart = /^[^\s.@"(),:;<>\\[\]\p{C}]+(\.[^\s.@"(),:;<>\\[\]\p{C}]+)*$/u
const domain =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])$/u

export function isEmail(text: string) {
  const [local = '', host = '', ...more] = text.split('@')
  return more.length === 0 && local.length <= 64 && localPart.test(local) && domain.test(host)
}

/** The string formats of these schemas, to be registered with a validator. */
export const formats = {
  day: isDay,
  storable: isStorable,
  email: (text: string) => isStorable(text) && isEmail(text),
  words: (text: string) => isStorable(text) && !isBlank(text),
  name: (text: string) => isStorable(text) && !isBlank(text) && !hasLineBreak(text),
  password: (text: string) => isStorable(text) && !isBlank(text),
}

/** Chosen by the sender. What is sent again with the same id, because no answer came, is created once. */
export const ClientRequestId = Type.Optional(nullable(Type.String({ format: 'words', maxLength: 100 })))
