import { createHash } from 'node:crypto'
import type { accounts } from '@portico/contract'
import { createSigner, createVerifier } from 'fast-jwt'
import type { Config } from '../../config.ts'
import { isId } from '../sql/ids.ts'
import { keysFor, secretsOf } from './secret-keys.ts'

export type Claims = accounts.TokenClaims

export interface Tokens {
  sign(claims: Claims): string
  /** Null unless it is an unexpired token that we signed. Caches verified tokens, so that a check takes microseconds. */
  read(token: string): Claims | null
}

type Verify = (token: string) => Claims

const MAX_CACHED_TOKENS = 10_000
const ISSUER = 'portico'
const AUDIENCE = 'portico-session'
const ALGORITHM = 'HS256' as const
const requiredClaims = ['sub', 'role', 'sid', 'iat', 'exp']

export function createTokens(secrets: Pick<Config, 'appSecret' | 'formerSecrets'>): Tokens {
  const keys = keysFor(secrets, 'session tokens')
  const sign = signerBy(keys[0])
  // Our tokens have one fixed header for each key. One with another (alg, kid, jku, x5u …) is refused before it is verified.
  const verifiers = new Map<string, Verify>(
    keys.map((key) => {
      const options = { algorithms: [ALGORITHM], allowedIss: ISSUER, allowedAud: AUDIENCE }
      return [
        headerOf(signerBy(key)),
        createVerifier({ key, ...options, requiredClaims: [...requiredClaims, 'iss', 'aud'] }),
      ]
    }),
  )
  const formerHeader = headerOf(createSigner({ key: secrets.appSecret, algorithm: ALGORITHM }))
  verifiers.set(formerHeader, verifyFormer(secretsOf(secrets)))
  /** Keyed by the token. The library's own cache hashes it first, which doubles the cost of a check. */
  const verified = new Map<string, Claims>()

  function cacheClaims(token: string, claims: Claims) {
    const [oldest] = verified.keys()
    if (verified.size >= MAX_CACHED_TOKENS && oldest) verified.delete(oldest)
    verified.set(token, claims)
    return claims
  }

  return {
    sign: (claims) => sign(claims),
    read(token) {
      const known = verified.get(token)
      if (known) return known.exp > Date.now() / 1_000 ? known : null
      const verify = token.length <= 4_096 ? verifiers.get(token.split('.', 1).join('')) : undefined
      if (!verify) return null
      try {
        const claims = verify(token)
        return hasValidClaims(claims) ? cacheClaims(token, claims) : null
      } catch {
        return null
      }
    },
  }
}

/** The id of a key says nothing about it. */
const signerBy = (key: Buffer) =>
  createSigner({
    key,
    algorithm: ALGORITHM,
    kid: createHash('sha256').update('key id').update(key).digest('base64url').slice(0, 8),
    iss: ISSUER,
    aud: AUDIENCE,
  })

const headerOf = (sign: (claims: object) => string) => sign({}).split('.', 1).join('')

/** Tokens from before they named their key, issuer and audience are valid until they expire. */
function verifyFormer(secrets: string[]): Verify {
  const all: Verify[] = secrets.map((key) => createVerifier({ key, algorithms: [ALGORITHM], requiredClaims }))
  return (token) => {
    let error: unknown
    for (const verify of all) {
      try {
        return verify(token)
      } catch (reason) {
        error = reason
      }
    }
    throw error
  }
}

function hasValidClaims({ sub, role, sid, exp }: Claims) {
  return (
    typeof sub === 'string' &&
    typeof sid === 'string' &&
    isId(sid) &&
    (role === 'freelancer' || role === 'client') &&
    Number.isSafeInteger(exp)
  )
}
