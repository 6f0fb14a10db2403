import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a link that is mailed; only its hash is kept. */
export function newSecret() {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: hashOf(secret) }
}

export function hashOf(secret: string) {
  return createHash('sha256').update(secret).digest()
}
