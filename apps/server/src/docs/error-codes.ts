import type { CallExample } from './call-example.ts'
import { chapters } from './chapters.ts'
import type { Code } from './problems.ts'

/** Every failure that a call can have: its own first, then those of every call like it. */
export function listErrors({ endpoint: { method, schema, config }, errors }: CallExample): Code[] {
  const { access } = config
  return [
    ...errors,
    'INVALID_INPUT',
    ...(method !== 'GET' ? (['MALFORMED_BODY', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(schema.body ? (['CONFLICT'] as const) : []),
    ...(schema.params ? (['NOT_FOUND'] as const) : []),
    ...(access !== 'anyone' ? (['NOT_SIGNED_IN'] as const) : []),
    ...(access === 'freelancer' || access === 'client' ? (['NOT_ALLOWED'] as const) : []),
    'INTERNAL',
    'NOT_READY',
  ]
}

/** Those that come before a call is recognised at all, whichever it would have been. */
export const errorsBeforeRouting: readonly Code[] = [
  'BAD_REQUEST',
  'MALFORMED_REQUEST',
  'REQUEST_TIMEOUT',
  'BODY_TOO_SLOW',
  'PATH_TOO_LONG',
  'TOO_MANY_HEADERS',
]

/** What refuses a live connection, or what is said over it, beside what calls can have too. */
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

/** What refuses whoever is not Stripe at Stripe's own way in, which is no call for anybody else. */
export const webhookErrors: readonly Code[] = ['NOT_FROM_STRIPE', 'NOT_AN_EVENT']

/** What links to files answer, which are no calls: they are opened, not called. */
export const fileLinkErrors: readonly Code[] = [
  'FILE_LINK_NOT_VALID',
  'FILE_LINK_EXPIRED',
  'FILE_LOST',
  'RANGE_NOT_SATISFIABLE',
]

/** What resumable uploads answer beside what uploads as forms do: they follow a protocol that others have written down. */
export const resumableUploadErrors: readonly Code[] = [
  'UPLOAD_NOT_FOUND',
  'UPLOAD_NOT_ACCEPTED',
  'TOO_MANY_UNFINISHED_UPLOADS',
]

export const callExamples = Object.values(chapters).flatMap(({ calls }) => calls)
