import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { type Secrets, secretsOf } from './secret-keys.ts'

/** Derived from the server's secret for one purpose alone, so that what is made for one is of no use for another. */
function deriveKey(appSecret: string, purpose: string) {
  return Buffer.from(hkdfSync('sha256', appSecret, '', purpose, 32))
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a secret that has to be read again (AES-256-GCM). `owner` is authenticated too: the row of one person is unreadable as
 * that of another.
 */
export function sealSecret({ appSecret }: Secrets, purpose: string, owner: string, secret: string) {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(appSecret, purpose), nonce)
  cipher.setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws when it was sealed with a secret that is not listed any more, for another purpose or for somebody else. */
export function openSecret(secrets: Secrets, purpose: string, owner: string, sealed: Buffer) {
  let failure: unknown
  for (const secret of secretsOf(secrets)) {
    try {
      return openBy(secret, purpose, owner, sealed)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function openBy(appSecret: string, purpose: string, owner: string, sealed: Buffer) {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    deriveKey(appSecret, purpose),
    sealed.subarray(0, NONCE_BYTES),
    { authTagLength: TAG_BYTES },
  )
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ]).toString('utf8')
}

/** The same, sealed with the newest secret. Undefined when it is already. */
export function resealSecret(secrets: Secrets, purpose: string, owner: string, sealed: Buffer) {
  try {
    openBy(secrets.appSecret, purpose, owner, sealed)
    return undefined
  } catch {
    return sealSecret(secrets, purpose, owner, openSecret(secrets, purpose, owner, sealed))
  }
}

/** What the stored hash of a short secret may be, keyed by the newest secret of the server or one of those before it. */
export function hashesOfShortSecret(secrets: Secrets, purpose: string, owner: string, secret: string) {
  return secretsOf(secrets).map((appSecret) =>
    createHmac('sha256', deriveKey(appSecret, purpose)).update(`${owner}:${secret}`).digest(),
  )
}
