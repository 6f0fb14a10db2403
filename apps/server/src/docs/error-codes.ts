import type { CallExample } from './call-example.ts'
import { chapters } from './chapters.ts'

/** Every error code of a call: its own first, then those of all similar calls. */
export function listErrors({ endpoint: { method, schema, config }, errors }: CallExample): string[] {
  const { access, changesOwn, sensitive, beforeFactor, whilePaused } = config
  const isForMembers = access !== 'anyone' && access !== 'client'
  const isForClients = access === 'client' || access === 'either'
  return [
    ...errors,
    'INVALID_INPUT',
    ...(method !== 'GET' ? ['MALFORMED_BODY', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] : []),
    ...(schema.body ? ['CONFLICT'] : []),
    ...(schema.params ? ['NOT_FOUND'] : []),
    ...(access !== 'anyone' ? ['NOT_SIGNED_IN'] : []),
    ...(access !== 'anyone' && method !== 'GET' ? ['PREVIEW_READ_ONLY'] : []),
    ...(isForClients && method !== 'GET' && !changesOwn ? ['LOOKS_ONLY'] : []),
    ...(access === 'freelancer' || access === 'client' ? ['NOT_ALLOWED'] : []),
    ...(sensitive === true ? ['CONFIRM_IT_IS_YOU'] : []),
    ...(isForMembers && !beforeFactor ? ['SECOND_FACTOR_NEEDED'] : []),
    ...(isForMembers && !whilePaused ? ['MEMBER_PAUSED'] : []),
    'INTERNAL',
    'NOT_READY',
    'TOO_MUCH_AT_ONCE',
  ]
}

/** Errors before the request is matched to a call. */
export const errorsBeforeRouting: readonly string[] = [
  'BAD_REQUEST',
  'MALFORMED_REQUEST',
  'REQUEST_TIMEOUT',
  'BODY_TOO_SLOW',
  'PATH_TOO_LONG',
  'TOO_MANY_HEADERS',
]

/** Errors of the socket that no call has. */
export const connectionErrors: readonly string[] = [
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
export const webhookErrors: readonly string[] = ['NOT_FROM_STRIPE', 'NOT_AN_EVENT']

/** Errors of links to files, which are opened and not called. */
export const fileLinkErrors: readonly string[] = [
  'FILE_LINK_NOT_VALID',
  'FILE_LINK_EXPIRED',
  'FILE_DAMAGED',
  'FILE_LOST',
  'RANGE_NOT_SATISFIABLE',
]

/** Errors of resumable uploads that forms do not have; the tus protocol prescribes them. */
export const resumableUploadErrors: readonly string[] = [
  'UPLOAD_NOT_FOUND',
  'UPLOAD_NOT_ACCEPTED',
  'UPLOAD_BUSY',
]

export const callExamples = Object.values(chapters).flatMap(({ examples }) => examples)
