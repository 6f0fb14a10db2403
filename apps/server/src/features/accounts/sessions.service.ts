import { v7 as newId } from 'uuid'
import type { Actor, ClientUser, Freelancer, Side } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { isLookingOnly, NotSignedIn, type Session } from '../../platform/http/access.ts'
import { addressRange } from '../../platform/http/address-range.ts'
import { currentRequest } from '../../platform/http/current-request.ts'
import { deviceName, MAX_USER_AGENT_LENGTH } from '../../platform/http/device-name.ts'
import { problem } from '../../platform/http/problem.ts'
import type { SessionOwner } from '../../platform/http/session-cache.ts'
import type { Claims } from '../../platform/http/tokens.ts'
import { findRole } from '../access/memberships.ts'
import { audit } from '../audit/audit.ts'
import { deleteExpiredChallenges } from './factors/challenges.repository.ts'
import { forgetBrowsers } from './factors/factors.repository.ts'
import {
  deleteExpired,
  deleteOldest,
  deletePreviews,
  deleteSession,
  deleteSessions,
  extendSession,
  findSessions,
  insertSession,
  lockClientSession,
  lockSession,
  type OwnerQuery,
  saveSwitchedSession,
  setKnownByCode,
} from './sessions.repository.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    deleteExpiredSessions: Record<never, never>
  }
}

export const SessionNotFound = problem('SESSION_NOT_FOUND', 404, 'This session has ended already.', {
  when: 'The session to end is not there any more, or never was one of yours.',
})

const DAY_SECONDS = 86_400

/** Per person. One more ends the oldest. */
const MAX_SESSIONS = 50

interface NewSession<Owner extends { id: string }> {
  side: Side
  owner: OwnerQuery<Owner>
  userAgent?: string | undefined
}

/**
 * Creates a session in the caller's transaction and returns its claims without the names. Undefined when the credential has
 * been revoked: locks order this and a concurrent revocation.
 */
export async function createSession<Owner extends { id: string }>(
  { db, clock, config }: AppContext,
  { side, owner, userAgent }: NewSession<Owner>,
) {
  const [now, sid] = [clock.now(), newId()]
  const { iat, exp } = lifetime({ clock, config })
  const expiresAt = new Date(exp * 1_000)
  const session = {
    id: sid,
    side,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    addressRange: addressRange(currentRequest()?.address ?? ''),
    now,
    expiresAt,
  }
  const found = await insertSession(db, owner, session)
  if (!found) return undefined
  await deleteOldest(db, { side, personId: found.id }, { keep: MAX_SESSIONS, newest: sid, now })
  return { owner: found, claims: { sub: found.id, role: side, sid, iat, exp, auth_time: iat } }
}

/**
 * Creates the session of a preview in the caller's transaction: it ends with the freelancer's own. Undefined when there is no
 * such client.
 */
export async function createPreviewSession<Owner extends { id: string }>(
  ctx: AppContext,
  freelancer: Freelancer,
  { owner, seconds }: { owner: OwnerQuery<Owner>; seconds: number },
) {
  const { db, clock } = ctx
  const [now, sid] = [clock.now(), newId()]
  const own = await requireSession(ctx, freelancer)
  const iat = Math.floor(now.getTime() / 1_000)
  const exp = Math.min(iat + seconds, Math.floor(Date.parse(own.expiresAt) / 1_000))
  const expiresAt = new Date(exp * 1_000)
  const session = {
    id: sid,
    side: 'client',
    userAgent: null,
    addressRange: null,
    now,
    expiresAt,
    previewedBy: freelancer.sessionId,
  } as const
  const found = await insertSession(db, owner, session)
  return found && { owner: found, claims: { sub: found.id, role: session.side, sid, iat, exp } }
}

/**
 * The claims of a session in another workspace of the same person, which ends with the one that they came in by. Undefined when they are no
 * member of it.
 */
export async function switchSession(
  { db, clock }: AppContext,
  { sessionId, personId }: Freelancer,
  workspaceId: string,
) {
  const now = clock.now()
  const session = await saveSwitchedSession(db, { sessionId, workspaceId, id: newId(), now })
  const role = session && (await findRole(db, { workspaceId, personId }))
  if (!role) return undefined
  const [iat, exp] = [now.getTime(), Date.parse(session.expiresAt)].map((at) => Math.floor(at / 1_000))
  return {
    ...memberClaims({ personId, workspaceId, role }),
    sub: session.personId,
    role: 'freelancer' as const,
    sid: session.id,
    iat: iat as number,
    exp: exp as number,
  }
}

/** Throws when the caller's session has ended. Otherwise it cannot end before the transaction does. */
export async function requireSession({ db, clock }: Pick<AppContext, 'db' | 'clock'>, { sessionId }: Actor) {
  const session = await lockSession(db, sessionId, clock.now())
  if (!session) throw new NotSignedIn()
  return session
}

/**
 * The same for a client, with how they are known. Their address cannot change before the transaction ends either. Call it before
 * anything else is locked.
 */
export async function requireClientSession(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { sessionId }: ClientUser,
) {
  const session = await lockClientSession(db, sessionId, clock.now())
  if (!session) throw new NotSignedIn()
  return session
}

/** From now on the session counts as one of a mailed link. */
export async function confirmSession({ db }: Pick<AppContext, 'db'>, { sessionId }: ClientUser) {
  await setKnownByCode(db, sessionId)
}

/** Takes effect here at once, and in other processes when the database notifies them. */
export async function endSession(ctx: AppContext, person: Actor) {
  await ctx.db.transaction().execute(async (trx) => {
    await deleteSession(trx, person.sessionId)
    await auditEnded({ ...ctx, db: trx }, person, { method: 'logout', count: 1 })
  })
  ctx.sessionCache.drop(person.sessionId)
  notifyOfEnded(ctx, person)
}

/** None in a preview: the devices of a client are not the freelancer's business. */
export async function listSessions({ db }: AppContext, person: Actor, isPreview: boolean) {
  const found = isPreview ? [] : await findSessions(db, person)
  return found.map(({ userAgent, ...session }) => ({
    ...session,
    device: deviceName(userAgent),
    current: session.id === person.sessionId,
  }))
}

export async function endOneSession(ctx: AppContext, person: Actor, id: string) {
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const [ended] = await deleteSessions(trx, person, { only: id })
    if (!ended) throw new SessionNotFound()
    await auditEnded({ ...ctx, db: trx }, person, { method: 'one', count: 1 })
    return ended
  })
  ctx.sessionCache.drop(ended)
  notifyOfEnded(ctx, person)
}

export async function endOtherSessions(ctx: AppContext, person: Actor) {
  await ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    const count = await endSessions(within, person, person.sessionId)
    await auditEnded(within, person, { method: 'others', count })
  })
  notifyOfEnded(ctx, person)
}

function auditEnded(
  ctx: AppContext,
  person: Actor,
  details: { method: 'logout' | 'one' | 'others'; count: number },
) {
  return audit(ctx, person, { action: 'session.ended', details })
}

/** The page of a client says on how many devices they are signed in. */
function notifyOfEnded({ live }: Pick<AppContext, 'live'>, person: Actor) {
  live.changed(person, 'accounts.sessionEnded')
  if (person.side === 'client') live.changed({ workspaceId: person.workspaceId }, 'clients.sessionEnded')
}

/**
 * Ends all sessions of a person except one, and the previews that were begun in that one, when the transaction is committed. Every
 * browser is asked for the second factor again. Returns how many sessions there were.
 */
export async function endSessions(
  { db }: AppContext,
  person: Pick<Actor, 'side' | 'personId'>,
  keep?: string,
) {
  const ended = await deleteSessions(db, person, { except: keep })
  if (keep) await deletePreviews(db, keep)
  if (person.side === 'freelancer') await forgetBrowsers(db, person.personId)
  return ended.length
}

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

export async function deleteExpiredSessions({ db, clock, config }: AppContext) {
  const [now, idle] = [clock.now(), config.sessionIdleSeconds]
  await deleteExpired(db, now, idle === null ? null : new Date(now.getTime() - idle * 1_000))
  await deleteExpiredChallenges(db, now)
}

function lifetime({ clock, config }: Pick<AppContext, 'clock' | 'config'>) {
  const iat = Math.floor(clock.now().getTime() / 1_000)
  return { iat, exp: iat + Math.min(config.sessionTtl, config.sessionMaxDays * DAY_SECONDS) }
}
