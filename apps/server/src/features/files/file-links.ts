import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { DEFAULT_DURATIONS, formatDuration } from '@portico/contract'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { keysFor, keysSinceEver } from '../../platform/http/secret-keys.ts'

export const FileLinkNotValid = problem('FILE_LINK_NOT_VALID', 403, 'This link to a file is not valid.', {
  when: 'A link to a file was not made by this Portico, or was changed.',
})
export const FileLinkExpired = problem(
  'FILE_LINK_EXPIRED',
  410,
  'This link has expired. Please open the file again from its project.',
  {
    when: `A link to a file is older than ${formatDuration(DEFAULT_DURATIONS.fileLink)}. Ask for the file again for a fresh one.`,
  },
)

/** What a link opens. The kind is signed too, so that a link to a thumbnail does not open the file. */
export type Kind = 'content' | 'thumbnail' | 'preview' | 'zip'

/** The parameters with which a statement signs links of one kind that expire at the same time (signed-urls.ts). */
export interface Signer {
  until: number
  key: Buffer
}

/** Links expire after FILE_LINK_TTL. */
export function signerFor({ config, clock }: AppContext, kind: Kind): Signer {
  const now = clock.now().getTime() / 1_000
  return signer(keysFor(config, 'file links')[0], kind, Math.floor(now) + config.fileLinkTtl)
}

/**
 * Links expire after half of FILE_LINK_TTL or more, and are equal within each half, so that a refetched list has the
 * same addresses and the browser need not fetch all thumbnails again.
 */
export function stableSignerFor({ config, clock }: AppContext, kind: Kind): Signer {
  const now = clock.now().getTime() / 1_000
  const half = Math.max(1, Math.floor(config.fileLinkTtl / 2))
  return signer(keysFor(config, 'file links')[0], kind, Math.floor(now / half) * half + config.fileLinkTtl)
}

export function filesOrigin({ config }: AppContext) {
  return config.filesUrl ?? config.publicUrl
}

export function fileUrl(origin: string, path: string, id: string, signer: Signer) {
  return `${origin}/api/files/${path}?until=${signer.until}&signature=${signatureOf(id, signer)}`
}

/** Throws unless we signed this link and it has not expired. Returns the seconds until it expires. */
export function checkLink(
  { config, clock }: AppContext,
  kind: Kind,
  id: string,
  { until, signature }: { until: string; signature: string },
) {
  const given = Buffer.from(signature)
  const isSigned = keysSinceEver(config, 'file links').some((key) => {
    const right = Buffer.from(signatureOf(id, signer(key, kind, Number(until))))
    return given.length === right.length && timingSafeEqual(given, right)
  })
  if (!isSigned) throw new FileLinkNotValid()
  const left = Number(until) - clock.now().getTime() / 1_000
  if (left <= 0) throw new FileLinkExpired()
  return left
}

function signer(secret: Buffer | string, kind: Kind, until: number): Signer {
  return { until, key: createHmac('sha256', secret).update(`file link: ${kind} until ${until}`).digest() }
}

/** Hashed twice, as in the statements (signed-urls.ts), because PostgreSQL has no HMAC of its own. */
function signatureOf(id: string, { key }: Signer) {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  const inner = createHash('sha256').update(key).update(bytes).digest()
  return createHash('sha256').update(key).update(inner).digest('base64url')
}
