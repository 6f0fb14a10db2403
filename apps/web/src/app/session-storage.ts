import type { accounts } from '@portico/contract'
import { type Area, clearSession, storedFreelancerName, storedPreview, storedToken } from './stored.ts'

export interface Session {
  token: string
  /** The person. */
  id: string
  /**
   * Whose typed text, files and recent things are stored in this browser: the person's, apart in each workspace. In the one that has
   * their own id it is that id, as in versions before there were others.
   */
  ownerId: string
  /** The full name, for the greeting. */
  name: string
  /** Of a freelancer: the workspace that they work in now, and what they are there. */
  workspaceId?: string
  memberRole?: MemberRole
  /** Of a client. */
  firstName?: string
  /** Of a client who may have other portals in this browser. */
  hasOtherPortals?: boolean
  /** Of a contact who reads everything and changes nothing but what is their own. */
  looksOnly?: boolean
  /** A freelancer reads in this tab what their client sees. */
  preview?: Preview
}

export type MemberRole = 'owner' | 'admin' | 'member'

export interface Preview {
  clientId: string
  firstName: string
  lifetimeMs: number
}

/**
 * The stored session. One that cannot be used is logged and removed. Whether its time is over is the server's to say: the
 * clock of the device may be wrong by years.
 */
export function readSession(area: Area): Session | undefined {
  const token = storedToken(area).read()
  if (token === undefined) return undefined

  const claims = decode(token)
  if (claims) return toSession(area, token, claims)

  console.warn(`The stored ${area} session cannot be decoded and was removed.`)
  clearSession(area)
}

function toSession(area: Area, token: string, claims: accounts.TokenClaims): Session {
  const { sub: id, workspace } = claims
  return {
    token,
    id,
    ownerId: area === 'freelancer' && workspace ? `${id}@${workspace}` : id,
    name: nameOf(area, claims),
    ...(area === 'freelancer' && { workspaceId: workspace ?? id, memberRole: claims.member ?? 'owner' }),
    ...(claims.firstName && { firstName: claims.firstName }),
    ...(claims.group && { hasOtherPortals: true }),
    ...(claims.looksOnly && { looksOnly: true }),
  }
}

/** Whether both are of one person, in whichever workspaces. */
export function isSamePerson(ownerId: string, otherOwnerId: string) {
  return ownerId.split('@')[0] === otherOwnerId.split('@')[0]
}

/** The preview of this tab. */
export function readPreview(): (Session & { preview: Preview }) | undefined {
  const token = storedPreview.read()
  const claims = token === undefined ? undefined : decode(token)
  if (token === undefined || !claims) return undefined
  const { sub: id, firstName = '', iat, exp, looksOnly } = claims
  return {
    token,
    id,
    ownerId: id,
    name: nameOf('client', claims),
    ...(looksOnly && { looksOnly: true }),
    preview: { clientId: id, firstName, lifetimeMs: (exp - iat) * 1_000 },
  }
}

/** Reads the claims without verifying them; only the server can. */
function decode(token: string): accounts.TokenClaims | undefined {
  try {
    const [, payload, , more] = token.split('.')
    if (!payload || token.split('.').length !== 3 || more !== undefined) return undefined
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isClaims(claims) ? claims : undefined
  } catch {
    return undefined
  }
}

/** A token may have no expiry; a stated one must be a number. */
function isClaims(claims: unknown): claims is accounts.TokenClaims {
  if (typeof claims !== 'object' || claims === null) return false
  return !('exp' in claims) || typeof claims.exp === 'number'
}

function nameOf(area: Area, { name, firstName, lastName }: accounts.TokenClaims) {
  if (area === 'freelancer') return storedFreelancerName.read() || name || ''
  return [firstName, lastName].filter(Boolean).join(' ')
}
