import { createECDH } from 'node:crypto'
import { type Env, invalid, read } from './environment.ts'
import { isLoopbackUrl, type ServerConfig } from './server.ts'

export function readPushConfig(env: Env, { publicUrl }: ServerConfig) {
  return {
    /** Browsers push over https only, and push services want an address at which they can complain. */
    offersPush: publicUrl.startsWith('https:') && !isLoopbackUrl(publicUrl),
    /** Null: made once and stored in the database. */
    vapidPrivateKey: read(env, 'VAPID_PRIVATE_KEY', parsePrivateKey, null),
  }
}

/** The message must not repeat the value. */
function parsePrivateKey(value: string) {
  if (!/^[\w-]{43}$/.test(value)) return invalid('must be 32 bytes in base64url, 43 characters')
  try {
    createECDH('prime256v1').setPrivateKey(value, 'base64url')
    return value
  } catch {
    return invalid('is not a private key of P-256')
  }
}
