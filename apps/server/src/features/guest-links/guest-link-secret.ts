import { createHmac } from 'node:crypto'
import type { AppContext } from '../../platform/context.ts'
import { keysFor, keysSinceEver } from '../../platform/http/secret-keys.ts'

/** 256 bits that only the server can make from the id, so that the job that mails a link carries no secret. */
export const guestLinkSecret = ({ config }: Pick<AppContext, 'config'>, id: string) =>
  secretBy(keysFor(config, 'guest links')[0], id)

/** What the secret may be of a link that was made before the server's own secret was rotated. */
export const guestLinkSecrets = ({ config }: Pick<AppContext, 'config'>, id: string) =>
  keysSinceEver(config, 'guest links').map((key) => secretBy(key, id))

function secretBy(key: Buffer | string, id: string) {
  return createHmac('sha256', key).update(`guest link ${id}`).digest('base64url')
}
