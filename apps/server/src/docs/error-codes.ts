import type { CallExample } from './call-example.ts'
import { chapters } from './chapters.ts'
import type { Code } from './problems.ts'

/** Every error code of a call: its own first, then those of all similar calls. */
export function listErrors({ endpoint: { method, schema, config }, errors }: CallExample): Code[] {
  const { access } = config
  return [
    ...errors,
    'INVALID_INPUT',
    ...(method !== 'GET' ? (['MALFORMED_BODY', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(schema.body ? (['CONFLICT'] as const) : []),
    ...(schema.params ? (['NOT_FOUND'] as const) : []),
    ...(access !== 'anyone' ? (['NOT_SIGNED_IN'] as const) : []),
    ...(access !== 'anyone' && method !== 'GET' ? (['PREVIEW_READ_ONLY'] as const) : []),
    ...(access === 'freelancer' || access === 'client' ? (['NOT_ALLOWED'] as const) : []),
    'INTERNAL',
    'NOT_READY',
    'TOO_MUCH_AT_ONCE',
  ]
}

/** Errors before the request is matched to a call. */
export const errorsBeforeRouting: readonly Code[] = [
  'BAD_REQUEST',
  'MALFORMED_REQUEST',
  'REQUEST_TIMEOUT',
  'BODY_TOO_SLOW',
  'PATH_TOO_LONG',
  'TOO_MANY_HEADERS',
]

/** Errors of the socket that no call has. */
export const connectionErrors: readonly Code[] = [
  'TOO_MANY_CONNECTIONS',
  'NOT_YOU',
  'NO_SUCH_PEER',
  'MESSAGE_ID_TAKEN',
  'CHAT_NOT_IN_PLAN',
  'CHAT_NOT_AVAILABLE',
  'NO_ONGOING_PROJECT',
  'ARCHIVED',
]

/** Errors of the webhook, which only Stripe calls. */
export const webhookErrors: readonly Code[] = ['NOT_FROM_STRIPE', 'NOT_AN_EVENT']

/** Errors of links to files, which are opened and not called. */
export const fileLinkErrors: readonly Code[] = [
  'FILE_LINK_NOT_VALID',
  'FILE_LINK_EXPIRED',
  'FILE_DAMAGED',
  'FILE_LOST',
  'RANGE_NOT_SATISFIABLE',
]

/** Errors of resumable uploads that forms do not have; the tus protocol prescribes them. */
export const resumableUploadErrors: readonly Code[] = ['UPLOAD_NOT_FOUND', 'UPLOAD_NOT_ACCEPTED']

export const callExamples = Object.values(chapters).flatMap(({ examples }) => examples)
