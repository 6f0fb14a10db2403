import type { accounts } from '@portico/contract'
import { type Area, clearSession, storedFreelancerName, storedPreview, storedToken } from './stored.ts'

export interface Session {
  token: string
  id: string
  /** The full name, for the greeting. */
  name: string
  /** A freelancer reads in this tab what their client sees. */
  preview?: Preview
}

export interface Preview {
  clientId: string
  firstName: string
  /** In milliseconds. */
  endsAt: number
}

/** The stored session, or that it has expired. One that cannot be used is logged and removed. */
export function readSession(area: Area): Session | 'expired' | undefined {
  const token = storedToken(area).read()
  if (token === undefined) return undefined

  const claims = decode(token)
  if (claims && !isOver(claims)) return { token, id: claims.sub, name: nameOf(area, claims) }

  console.warn(`The stored ${area} session ${claims ? 'has expired' : 'cannot be decoded'} and was removed.`)
  clearSession(area)
  return claims && 'expired'
}

/** The preview of this tab. It stays known when its time is over. */
export function readPreview(): { session: Session & { preview: Preview }; isOver: boolean } | undefined {
  const token = storedPreview.read()
  const claims = token === undefined ? undefined : decode(token)
  if (token === undefined || !claims) return undefined
  const { sub: id, firstName = '', exp } = claims
  const preview = { clientId: id, firstName, endsAt: exp * 1_000 }
  return { session: { token, id, name: nameOf('client', claims), preview }, isOver: isOver(claims) }
}

/** Reads the claims without verifying them; only the server can. */
function decode(token: string): accounts.TokenClaims | undefined {
  try {
    const [, payload, , more] = token.split('.')
    if (!payload || token.split('.').length !== 3 || more !== undefined) return undefined
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? (claims as accounts.TokenClaims) : undefined
  } catch {
    return undefined
  }
}

/** A token may have no expiry; a stated one must be a number. */
function isOver({ exp }: Partial<accounts.TokenClaims>) {
  return exp !== undefined && !(exp * 1000 > Date.now())
}

function nameOf(area: Area, { name, firstName, lastName }: accounts.TokenClaims) {
  if (area === 'freelancer') return storedFreelancerName.read() || name || ''
  return [firstName, lastName].filter(Boolean).join(' ')
}
