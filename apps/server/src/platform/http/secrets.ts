import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a mailed link. Only the hash is stored. */
export function createSecret() {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: hashSecret(secret) }
}

export function hashSecret(secret: string) {
  return createHash('sha256').update(secret).digest()
}
