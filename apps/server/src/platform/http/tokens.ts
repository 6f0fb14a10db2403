import type { accounts } from '@portico/contract'
import { createSigner, createVerifier } from 'fast-jwt'
import { isId } from '../sql/ids.ts'

export type Claims = accounts.TokenClaims

export interface Tokens {
  sign(claims: Claims): string
  /** Null for anything but an unexpired token that we signed. Checked tokens are remembered, so a check costs microseconds. */
  read(token: string): Claims | null
}

const REMEMBERED = 10_000

export function createTokens(secret: string): Tokens {
  const sign = createSigner({ key: secret, algorithm: 'HS256' })
  const verify = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    requiredClaims: ['sub', 'role', 'sid', 'iat', 'exp'],
  })
  // We sign with one header only. A token with another (alg, kid, jku, x5u …) is not ours, however it is signed.
  const [header] = sign({}).split('.', 1)
  /** By the whole token: the library's own cache hashes each, which costs as much as all the rest of a check. */
  const checked = new Map<string, Claims>()

  function remember(token: string, claims: Claims) {
    const [oldest] = checked.keys()
    if (checked.size >= REMEMBERED && oldest) checked.delete(oldest)
    checked.set(token, claims)
    return claims
  }

  return {
    sign: (claims) => sign(claims),
    read(token) {
      const known = checked.get(token)
      if (known) return known.exp > Date.now() / 1_000 ? known : null
      if (token.length > 4_096 || !token.startsWith(`${header}.`)) return null
      try {
        const claims: Claims = verify(token)
        return isWellMade(claims) ? remember(token, claims) : null
      } catch {
        return null
      }
    },
  }
}

function isWellMade({ sub, role, sid, exp }: Claims) {
  return (
    typeof sub === 'string' &&
    typeof sid === 'string' &&
    isId(sid) &&
    (role === 'freelancer' || role === 'client') &&
    Number.isSafeInteger(exp)
  )
}
