import { v7 as newId } from 'uuid'
import type { Actor, ClientUser, Freelancer, Side } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { NotSignedIn } from '../../platform/http/access.ts'
import { addressRange } from '../../platform/http/address-range.ts'
import { currentRequest } from '../../platform/http/current-request.ts'
import { MAX_USER_AGENT_LENGTH } from '../../platform/http/device-name.ts'
import { findRole } from '../access/memberships.ts'
import { lifetime, memberClaims } from './session-tokens.ts'
import {
  deleteOldest,
  insertSession,
  lockClientSession,
  lockSession,
  type OwnerQuery,
  saveSwitchedSession,
  setKnownByCode,
} from './sessions.repository.ts'

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
