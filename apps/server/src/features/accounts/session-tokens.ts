import type { Actor, Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { isLookingOnly, NotSignedIn, type Session } from '../../platform/http/access.ts'
import type { SessionOwner } from '../../platform/http/session-cache.ts'
import type { Claims } from '../../platform/http/tokens.ts'
import { extendSession } from './sessions.repository.ts'

const DAY_SECONDS = 86_400

/**
 * The session of a token, or null when it has ended. The session's row decides who its owner is, so a token with other
 * claims is refused. A cached session costs no round trip.
 */
export function authenticate(
  { tokens, sessionCache, lastSeen }: AppContext,
  token: string,
  address?: string,
): Session | null | Promise<Session | null> {
  const claims = tokens.read(token)
  if (!claims) return null
  const owner = sessionCache.find(claims.sid)
  return owner instanceof Promise ? owner.then(check) : check(owner)

  function check(owner: SessionOwner | null) {
    if (!owner || !claims) return null
    const { actor, isPreview, restriction } = owner
    if (actor.personId !== claims.sub || actor.side !== claims.role) return null
    if (!isPreview) lastSeen.note(claims.sid, address)
    return { actor, claims, isPreview, restriction }
  }
}

/** For long requests: throws when the session has ended since the request began. */
export async function requireLiveSession({ sessionCache, clock }: AppContext, claims: Claims | null) {
  const expired = !claims || claims.exp * 1_000 <= clock.now().getTime()
  if (expired || !(await sessionCache.find(claims.sid))) throw new NotSignedIn()
}

/**
 * Extends a session in the last quarter of its lifetime (7 days of 30) and returns its new token. Before, there is a new one only
 * when the person may do something else by now than the token says.
 */
export function renewToken(ctx: AppContext, { claims, actor }: Session) {
  const { looksOnly, workspace, member, ...rest } = claims
  const rights = rightsOf(actor)
  const current = { ...rest, ...rights }
  const quarter = Math.min(ctx.config.sessionTtl / 4, 7 * 86_400)
  const isExpiring = claims.exp - ctx.clock.now().getTime() / 1_000 <= quarter
  const isAtItsEnd =
    claims.auth_time !== undefined && claims.exp >= claims.auth_time + ctx.config.sessionMaxDays * DAY_SECONDS
  if (isExpiring && !isAtItsEnd) return extendAndSign(ctx, current)
  const isCurrent =
    looksOnly === rights.looksOnly && workspace === rights.workspace && member === rights.member
  return isCurrent ? null : ctx.tokens.sign(current)
}

type Rights = Pick<Claims, 'looksOnly' | 'workspace' | 'member'>

function rightsOf(actor: Actor): Rights {
  return actor.side === 'freelancer' ? memberClaims(actor) : looksOnlyClaim(isLookingOnly(actor))
}

/** The web app shows members no controls that would be refused, and keeps what is typed in one workspace out of another. */
export function memberClaims({
  personId,
  workspaceId,
  role,
}: Pick<Freelancer, 'personId' | 'workspaceId' | 'role'>): Rights {
  return {
    ...(workspaceId !== personId && { workspace: workspaceId }),
    ...(role !== 'owner' && { member: role }),
  }
}

/** The web app shows nobody controls that would be refused. */
export function looksOnlyClaim(looksOnly: boolean): Pick<Claims, 'looksOnly'> {
  return looksOnly ? { looksOnly: true } : {}
}

/** A token of the same session with another name. */
export function renameToken({ tokens }: AppContext, claims: Claims, name: string) {
  return tokens.sign({ ...claims, name })
}

async function extendAndSign(ctx: AppContext, claims: Claims) {
  const { iat, exp } = lifetime(ctx)
  const expiresAt = await extendSession(ctx.db, claims.sid, new Date(exp * 1_000), ctx.config.sessionMaxDays)
  if (expiresAt === undefined) return null
  return ctx.tokens.sign({ ...claims, iat, exp: Math.floor(Date.parse(expiresAt) / 1_000) })
}

export function lifetime({ clock, config }: Pick<AppContext, 'clock' | 'config'>) {
  const iat = Math.floor(clock.now().getTime() / 1_000)
  return { iat, exp: iat + Math.min(config.sessionTtl, config.sessionMaxDays * DAY_SECONDS) }
}
