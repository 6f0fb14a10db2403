import createError from '@fastify/error'
import { v7 as newId } from 'uuid'
import { NotSignedIn } from '../../platform/access.ts'
import type { Actor, Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Claims } from '../../platform/tokens.ts'
import { deviceOf } from './devices.ts'
import {
  deleteExpired,
  deleteSession,
  deleteSessions,
  extendSession,
  findSessions,
  insertSession,
} from './sessions.repository.ts'

declare module '../../platform/jobs.ts' {
  interface JobPayloads {
    sweepSessions: Record<never, never>
  }
}

export const SessionNotFound = createError('SESSION_NOT_FOUND', 'This session has ended already.', 404)

type Names = Pick<Claims, 'name' | 'firstName' | 'lastName'>

/** Starts a session and answers its token. */
export async function openSession(
  ctx: AppContext,
  person: Pick<Actor, 'role' | 'id'>,
  names: Names,
  userAgent?: string,
) {
  const { iat, exp } = lifetime(ctx)
  const sid = newId()
  await insertSession(ctx.db, {
    id: sid,
    person,
    userAgent: userAgent?.slice(0, 300) ?? null,
    now: ctx.clock.now(),
    expiresAt: new Date(exp * 1_000),
  })
  return ctx.tokens.sign({ sub: person.id, role: person.role, sid, iat, exp, ...names })
}

/** Ends it everywhere: here at once, elsewhere as soon as the database tells. */
export async function endSession({ db, endedSessions }: AppContext, { sessionId }: Actor) {
  await deleteSession(db, sessionId)
  endedSessions.add(sessionId)
}

export async function listSessions({ db }: AppContext, freelancer: Freelancer) {
  const found = await findSessions(db, freelancer)
  return found.map(({ userAgent, ...session }) => ({
    ...session,
    device: deviceOf(userAgent),
    current: session.id === freelancer.sessionId,
  }))
}

export async function endOneSession({ db, endedSessions }: AppContext, freelancer: Freelancer, id: string) {
  const [ended] = await deleteSessions(db, freelancer, { only: id })
  if (!ended) throw new SessionNotFound()
  endedSessions.add(ended)
}

/** All of this person's sessions, but for the one to keep, as soon as the transaction is committed. */
export async function endSessions({ db }: AppContext, person: Pick<Actor, 'role' | 'id'>, keep?: string) {
  await deleteSessions(db, person, { except: keep })
}

/** The claims of a token of ours whose session lives; costs no round trip while the line to the database is up. */
export function claimsOf({ tokens, endedSessions, lastSeen }: AppContext, token: string) {
  const claims = tokens.read(token)
  if (!claims) return null
  lastSeen.note(claims.sid)
  const ended = endedSessions.has(claims.sid)
  if (typeof ended === 'boolean') return ended ? null : claims
  return ended.then((over) => (over ? null : claims))
}

/** For what takes long: throws when the session that began it has ended on the way. */
export async function stayIn({ endedSessions, clock }: AppContext, claims: Claims | null) {
  const expired = !claims || claims.exp * 1_000 <= clock.now().getTime()
  if (expired || (await endedSessions.has(claims.sid))) throw new NotSignedIn()
}

/** In the last quarter of its life (7 days of 30) a session that is used begins anew; null before. */
export function renewed(ctx: AppContext, claims: Claims) {
  const quarter = Math.min(ctx.config.sessionTtl / 4, 7 * 86_400)
  if (claims.exp - ctx.clock.now().getTime() / 1_000 > quarter) return null
  return renew(ctx, claims)
}

/** The same session under another name. */
export function renamed({ tokens }: AppContext, claims: Claims, name: string) {
  return tokens.sign({ ...claims, name })
}

async function renew(ctx: AppContext, claims: Claims) {
  const { iat, exp } = lifetime(ctx)
  const alive = await extendSession(ctx.db, claims.sid, new Date(exp * 1_000))
  return alive ? ctx.tokens.sign({ ...claims, iat, exp }) : null
}

/** Forgets what has expired: a token of that age opens nothing. */
export function sweepSessions({ db, clock }: AppContext) {
  return deleteExpired(db, clock.now())
}

function lifetime({ clock, config }: AppContext) {
  const iat = Math.floor(clock.now().getTime() / 1_000)
  return { iat, exp: iat + config.sessionTtl }
}
