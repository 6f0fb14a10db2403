import type { accounts } from '@portico/contract'
import { createSigner, createVerifier } from 'fast-jwt'
import { isId } from '../sql/ids.ts'

export type Claims = accounts.TokenClaims

export interface Tokens {
  sign(claims: Claims): string
  /** Null unless it is an unexpired token that we signed. Caches verified tokens, so that a check takes microseconds. */
  read(token: string): Claims | null
}

const MAX_CACHED_TOKENS = 10_000

export function createTokens(secret: string): Tokens {
  const sign = createSigner({ key: secret, algorithm: 'HS256' })
  const verify = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    requiredClaims: ['sub', 'role', 'sid', 'iat', 'exp'],
  })
  // Our tokens have one fixed header. One with another (alg, kid, jku, x5u …) is refused before it is verified.
  const [header] = sign({}).split('.', 1)
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
      if (token.length > 4_096 || !token.startsWith(`${header}.`)) return null
      try {
        const claims: Claims = verify(token)
        return hasValidClaims(claims) ? cacheClaims(token, claims) : null
      } catch {
        return null
      }
    },
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
